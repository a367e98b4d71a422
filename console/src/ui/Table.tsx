import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../i18n/language";
import styles from "./Table.module.css";
import { cx } from "./cx";

export interface Column<R> {
  id: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** What the rows are sorted by; a column without it can't be sorted by. */
  order?: (row: R) => string | number;
  align?: "right";
  /** What a file says in place of the cell; a column without it is not in the file. */
  text?: (row: R) => string | number | undefined;
  /** What stands under the column, e.g. its sum. */
  foot?: ReactNode;
  /** The row's own name: it heads the card that a row becomes on a phone. */
  heads?: boolean;
  /** Stands beside the row's name on a phone. */
  beside?: boolean;
  /** Left out where there is little room (beside a rail of icons, or on a phone), or told in a file alone. */
  hidden?: "narrow" | "phone" | "always";
}

export interface Sorting {
  column: string;
  descending: boolean;
}

interface Props<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  selected?: string | undefined;
  onOpen?: (row: R) => void;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
  /** How a row's card says its values on a phone: with their columns' titles, or in lines without. */
  phone?: "labels" | "lines";
}

/** Rows and columns; on a phone each row is a card. A click anywhere on a row opens it, its link does so by keyboard. */
export function Table<R>({
  label,
  columns: all,
  rows,
  rowKey,
  selected,
  onOpen,
  sorting,
  onSort,
  phone = "labels",
}: Props<R>) {
  const columns = all.filter((column) => column.hidden !== "always");
  return (
    <table className={styles.table} aria-label={label} role="table" data-phone={phone}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Header key={column.id} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className={cx(onOpen && styles.opens)}
            data-selected={rowKey(row) === selected || undefined}
            onClick={(event) => {
              const onControl = event.target instanceof Element && event.target.closest("a, button") !== null;
              if (!onControl && window.getSelection()?.type !== "Range") {
                onOpen?.(row);
              }
            }}
          >
            {columns.map((column) => (
              <td
                key={column.id}
                role="cell"
                data-title={column.title}
                className={cx(
                  column.align === "right" && styles.right,
                  column.heads && styles.heads,
                  column.beside && styles.beside,
                  column.hidden && styles[column.hidden],
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {columns.some((column) => column.foot !== undefined) && (
        <tfoot role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <td
                key={column.id}
                role="cell"
                data-title={column.title}
                data-empty={column.foot === undefined || undefined}
                className={cx(
                  column.align === "right" && styles.right,
                  column.heads && styles.heads,
                  column.beside && styles.beside,
                  column.hidden && styles[column.hidden],
                )}
              >
                {column.foot}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Header<R>({
  column,
  sorting,
  onSort,
}: {
  column: Column<R>;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
}) {
  const t = useWords();
  const active = sorting?.column === column.id;
  const className = cx(column.align === "right" && styles.right, column.hidden && styles[column.hidden]);
  if (!column.order || !onSort) {
    return (
      <th role="columnheader" scope="col" className={className}>
        {column.title}
      </th>
    );
  }
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      aria-sort={active ? (sorting.descending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className={styles.sort}
        aria-label={t.workloads.sort(column.title)}
        onClick={() => onSort({ column: column.id, descending: active && !sorting.descending })}
      >
        {column.title}
        {active && (sorting.descending ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
      </button>
    </th>
  );
}

/** Rows in the order asked for; equal ones stay as they came. */
export function sorted<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  sorting: Sorting | undefined,
): readonly R[] {
  const order = columns.find((column) => column.id === sorting?.column)?.order;
  if (!order || !sorting) {
    return rows;
  }
  const collator = new Intl.Collator(undefined, { numeric: true });
  const direction = sorting.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const left = order(a);
    const right = order(b);
    return (
      direction *
      (typeof left === "number" && typeof right === "number"
        ? left - right
        : collator.compare(String(left), String(right)))
    );
  });
}
