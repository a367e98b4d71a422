import { Download } from "lucide-react";
import { useWords } from "../i18n/language";
import { csvOf } from "../model/csv";
import { Button } from "./Button";
import type { Column } from "./Table";

interface Props<R> {
  /** The file's name without its ending. */
  name: string;
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
}

/** Saves what a table shows, in its order and with all digits, as a CSV file. */
export function ExportButton<R>({ name, columns, rows }: Props<R>) {
  const t = useWords();
  return (
    <Button
      icon={<Download size={14} />}
      title={t.frame.exportMeans}
      disabled={rows === undefined || rows.length === 0}
      onClick={() => save(`${name}.csv`, csvOf(columns, rows ?? []))}
    >
      {t.frame.export}
    </Button>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
