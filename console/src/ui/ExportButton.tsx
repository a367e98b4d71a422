import { Braces, Download, Sheet } from "lucide-react";
import { useWords } from "../i18n/language";
import { csvOf, jsonOf } from "../model/csv";
import { Button } from "./Button";
import { Menu, MenuItem } from "./Menu";
import type { Column } from "./Table";

interface Props<R> {
  /** The file's name without its ending. */
  name: string;
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
}

/** Saves what a table shows, in its order and with all digits, as a CSV or a JSON file. */
export function ExportButton<R>({ name, columns, rows }: Props<R>) {
  const t = useWords();
  return (
    <Menu
      trigger={
        <Button
          icon={<Download size={14} />}
          title={t.frame.exportMeans}
          disabled={rows === undefined || rows.length === 0}
        >
          {t.frame.export}
        </Button>
      }
    >
      <MenuItem
        icon={<Sheet size={14} />}
        onSelect={() => save(`${name}.csv`, "text/csv;charset=utf-8", csvOf(columns, rows ?? []))}
      >
        {t.frame.exportCsv}
      </MenuItem>
      <MenuItem
        icon={<Braces size={14} />}
        onSelect={() => save(`${name}.json`, "application/json", jsonOf(columns, rows ?? []))}
      >
        {t.frame.exportJson}
      </MenuItem>
    </Menu>
  );
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
