import { useMemo } from "react";
import type { InvoiceLine, InvoicePreview } from "../../api/types";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { decimal, money, price, sum } from "../../i18n/money";
import { moment } from "../../i18n/times";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { ExportButton } from "../../ui/ExportButton";
import { Fact, Facts } from "../../ui/Facts";
import { Figure, Figures } from "../../ui/Figures";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Panel } from "../../ui/Panel";
import { Empty } from "../../ui/States";
import { type Column, Table, sorted } from "../../ui/Table";
import { Unknown } from "../../ui/Unknown";
import { sortingOf, sortingText } from "../../ui/sorting";
import styles from "./Invoice.module.css";
import { LineNotes } from "./LineNotes";
import { lineName, notesText } from "./line-text";

/** One tenant's month: its sum, its lines. */
export function Invoice({ preview, line }: { preview: InvoicePreview; line: string | undefined }) {
  const t = useWords();
  const b = t.billing;
  const [sort, setSort] = useQueryParameter("sort");
  const columns = useColumns(preview);
  const currency = preview.currency;
  const listTotal = { amount: sum(preview.lines.map((each) => each.listAmount.amount)), currency };
  const saved = { amount: sum([listTotal.amount, negated(preview.total.amount)]), currency };
  const when = (at: string) => moment(Date.parse(at), preview.zone);
  const simulated = preview.lines.some((each) => each.simulated);
  return (
    <>
      <Panel
        title={preview.month}
        note={<TenantTag name={preview.tenant} />}
        actions={simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
      >
        <div className={styles.summary}>
          <Figures>
            <Figure name={b.total} note={b.asOf(when(preview.asOf))}>
              {money(preview.total)}
            </Figure>
            <Figure name={b.listTotal}>{money(listTotal)}</Figure>
            {!/^-?[0.]*$/.test(saved.amount) && <Figure name={b.saved}>{money(saved)}</Figure>}
          </Figures>
          <Shares lines={preview.lines} />
          <Facts>
            <Fact name={b.window}>{b.windowOf(when(preview.from), when(preview.to), preview.zone)}</Fact>
            <Fact name={b.priceBook}>{preview.priceBook ?? <Unknown />}</Fact>
          </Facts>
          <p className={list.faint}>{b.intro}</p>
        </div>
      </Panel>
      <Panel title={b.lines} flush>
        {preview.lines.length === 0 ? (
          <Empty title={b.emptyTitle} next={b.emptyNext} />
        ) : (
          <Table
            label={b.lines}
            columns={columns}
            rows={sorted(preview.lines, columns, sortingOf(sort))}
            rowKey={(row) => row.line}
            selected={line}
            onOpen={(row) =>
              navigate(withQuery({}, to.invoiceLine(preview.month, row.line)), { replace: line !== undefined })
            }
            sorting={sortingOf(sort)}
            onSort={(next) => setSort(sortingText(next))}
          />
        )}
      </Panel>
    </>
  );
}

export function InvoiceExport({
  tenant,
  month,
  preview,
}: {
  tenant: string;
  month: string;
  preview: InvoicePreview | undefined;
}) {
  const columns = useColumns(preview);
  return <ExportButton name={`invoice-${tenant}-${month}`} columns={columns} rows={preview?.lines} />;
}

/** The lines' parts of the sum, largest first; the table has the same numbers. */
function Shares({ lines }: { lines: readonly InvoiceLine[] }) {
  const t = useWords();
  const parts = lines
    .map((each) => ({ line: each, part: Number(each.amount.amount) }))
    .filter(({ part }) => part > 0)
    .sort((a, b) => b.part - a.part);
  const whole = parts.reduce((all, { part }) => all + part, 0);
  if (parts.length < 2) {
    return null;
  }
  return (
    <div className={styles.shares} aria-hidden>
      {parts.map(({ line, part }, index) => (
        <span
          key={line.line}
          style={{ flexGrow: (part / whole) * 100, opacity: Math.max(0.25, 1 - index * 0.2) }}
          title={`${lineName(t, line)}: ${money(line.amount)}`}
        />
      ))}
    </div>
  );
}

function useColumns(preview: InvoicePreview | undefined): readonly Column<InvoiceLine>[] {
  const t = useWords();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const { columns: c, unit, totalOf } = t.billing;
    const month = preview?.month ?? "";
    const currency = preview?.currency ?? "XXX";
    const lines = preview?.lines ?? [];
    return [
      {
        id: "line",
        title: c.item,
        heads: true,
        order: (row) => lineName(t, row),
        text: (row) => row.line,
        foot: totalOf,
        cell: (row) => (
          <Link to={linkTo({}, to.invoiceLine(month, row.line))} className={list.name}>
            {lineName(t, row)}
          </Link>
        ),
      },
      {
        id: "quantity",
        title: c.quantity,
        align: "right",
        order: (row) => Number(row.quantity),
        text: (row) => row.quantity,
        cell: (row) => (
          <span title={row.quantity}>
            {decimal(row.quantity)} <span className={list.faint}>{unit[row.unit]}</span>
          </span>
        ),
      },
      {
        id: "price",
        title: c.unitPrice,
        align: "right",
        order: (row) => Number(row.unitPrice.amount),
        text: (row) => row.unitPrice.amount,
        cell: (row) => <span title={row.unitPrice.amount}>{price(row.unitPrice)}</span>,
      },
      {
        id: "amount",
        title: c.amount,
        align: "right",
        beside: true,
        order: (row) => Number(row.amount.amount),
        text: (row) => row.amount.amount,
        foot: preview && money(preview.total),
        cell: (row) => money(row.amount),
      },
      {
        id: "list",
        title: c.list,
        align: "right",
        order: (row) => Number(row.listAmount.amount),
        text: (row) => row.listAmount.amount,
        foot: preview && money({ amount: sum(lines.map((each) => each.listAmount.amount)), currency }),
        cell: (row) => money(row.listAmount),
      },
      {
        id: "notes",
        title: c.notes,
        text: (row) => notesText(t, row),
        cell: (row) => <LineNotes line={row} />,
      },
    ];
  }, [t, linkTo, preview]);
}

function negated(amount: string): string {
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}
