import { useMemo } from "react";
import type { InvoicePreview } from "../../api/types";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { money, sum } from "../../i18n/money";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { ExportButton } from "../../ui/ExportButton";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Panel } from "../../ui/Panel";
import { type Column, Table, sorted } from "../../ui/Table";
import { sortingOf, sortingText } from "../../ui/sorting";

/** What the month costs each tenant. */
export function InvoiceList({ previews, month }: { previews: readonly InvoicePreview[]; month: string }) {
  const t = useWords();
  const [sort, setSort] = useQueryParameter("sort");
  const columns = useColumns(month, previews);
  return (
    <Panel title={month} note={t.billing.intro} flush>
      <Table
        label={t.billing.all}
        columns={columns}
        rows={sorted(previews, columns, sortingOf(sort))}
        rowKey={(row) => row.tenant}
        onOpen={(row) => navigate(withQuery({ tenant: row.tenant, sort: undefined }, to.month(month)))}
        sorting={sortingOf(sort)}
        onSort={(next) => setSort(sortingText(next))}
      />
    </Panel>
  );
}

export function InvoiceListExport({
  month,
  previews,
}: {
  month: string;
  previews: readonly InvoicePreview[] | undefined;
}) {
  return <ExportButton name={`invoices-${month}`} columns={useColumns(month, previews ?? [])} rows={previews} />;
}

function useColumns(month: string, previews: readonly InvoicePreview[]): readonly Column<InvoicePreview>[] {
  const t = useWords();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const c = t.billing.columns;
    // A sum over tenants has a meaning in one currency only.
    const currencies = new Set(previews.map((each) => each.currency));
    const [currency] = currencies;
    const together = (of: (preview: InvoicePreview) => string) =>
      currencies.size === 1 && currency !== undefined ? money({ amount: sum(previews.map(of)), currency }) : undefined;
    return [
      {
        id: "tenant",
        title: c.tenant,
        heads: true,
        order: (row) => row.tenant,
        text: (row) => row.tenant,
        foot: together(totalOf) && t.billing.totalOf,
        cell: (row) => (
          <span className={list.badges}>
            <Link to={linkTo({ tenant: row.tenant, sort: undefined }, to.month(month))} className={list.name}>
              <TenantTag name={row.tenant} />
            </Link>
            {row.lines.some((line) => line.simulated) && <Badge tone="dotted">{t.words.simulated}</Badge>}
          </span>
        ),
      },
      {
        id: "lines",
        title: c.lines,
        align: "right",
        order: (row) => row.lines.length,
        text: (row) => row.lines.length,
        cell: (row) => row.lines.length,
      },
      {
        id: "list",
        title: c.list,
        align: "right",
        order: (row) => Number(listOf(row)),
        text: listOf,
        foot: together(listOf),
        cell: (row) => money({ amount: listOf(row), currency: row.currency }),
      },
      {
        id: "total",
        title: c.total,
        align: "right",
        beside: true,
        order: (row) => Number(totalOf(row)),
        text: totalOf,
        foot: together(totalOf),
        cell: (row) => money(row.total),
      },
    ];
  }, [t, linkTo, month, previews]);
}

function totalOf(preview: InvoicePreview): string {
  return preview.total.amount;
}

function listOf(preview: InvoicePreview): string {
  return sum(preview.lines.map((line) => line.listAmount.amount));
}
