import { useMemo } from "react";
import { useGrowing, useResource } from "../../api/cache";
import { type UsageWindow, cardUsage, tenants, tokenUsage } from "../../api/resources";
import { serverNow } from "../../api/server-clock";
import { may, useSession } from "../../api/session";
import type { CardUsage, Tenant, TokenUsage } from "../../api/types";
import { to, useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { decimal, sum } from "../../i18n/money";
import { monthOf } from "../../i18n/months";
import { exact } from "../../i18n/numbers";
import { moment } from "../../i18n/times";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { MonthPicker } from "../../ui/MonthPicker";
import { Page } from "../../ui/Page";
import { Panel } from "../../ui/Panel";
import { Segmented } from "../../ui/Segmented";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table } from "../../ui/Table";
import { TokenCurve } from "./TokenCurve";
import { useUsagePages } from "./pages";
import { rangeOf, windowOf } from "./range";

/** Card-seconds to card-hours. */
const HOUR = 3600;

/** What a month used: tokens by key and model, card time by workload. */
export function UsagePage() {
  const t = useWords();
  const session = useSession();
  const nav = useUsagePages("usage");
  const mayRead = may(session, "usage.read");
  const [tenant] = useQueryParameter("tenant");
  const [asked, setMonth] = useQueryParameter("month");
  const [askedRange, setRange] = useQueryParameter("range");
  const range = rangeOf(askedRange);
  const tenantsRead = useResource(may(session, "tenants.read") ? tenants : null);
  const zone = zoneOf(tenantsRead.data ?? [], tenant);
  const current = monthOf(serverNow(), zone);
  const month = asked !== undefined && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : current;
  const window: UsageWindow = windowOf(range, month, current, zone, serverNow(), tenant);
  const named = range === "month" ? month : `last-${range}`;
  const ready = mayRead && (tenantsRead.data !== undefined || !may(session, "tenants.read"));
  const tokens = useGrowing(ready ? tokenUsage(window) : null);
  const cards = useGrowing(ready ? cardUsage(window) : null);
  const tokenColumns = useTokenColumns(tokens.data?.items ?? []);
  const cardColumns = useCardColumns(cards.data?.items ?? []);
  if (!mayRead) {
    return <Forbidden title={t.usage.title} permission="usage.read" />;
  }
  const failed = [tokens, cards, tenantsRead].find(({ failure, data }) => failure && !data);
  const shownWindow = tokens.data ?? cards.data;
  return (
    <Page
      title={t.usage.title}
      freshness={<Freshness growing readAt={[tokens.readAt, cards.readAt]} />}
      actions={
        <>
          <Segmented
            label={t.usage.range.label}
            value={range}
            options={[
              { value: "7d", label: t.usage.range.week },
              { value: "30d", label: t.usage.range.thirty },
              { value: "month", label: t.usage.range.month },
            ]}
            onChange={(next) => setRange(next === "month" ? undefined : next)}
          />
          {range === "month" && (
            <MonthPicker
              month={month}
              current={current}
              onChange={(next) => setMonth(next === current ? undefined : next)}
            />
          )}
        </>
      }
    >
      <SubNav {...nav} />
      {failed?.failure ? (
        <Failed failure={failed.failure} onRetry={failed.reload} />
      ) : (
        <>
          {shownWindow && (
            <p className={list.faint}>
              {t.usage.window(
                moment(Date.parse(shownWindow.from), shownWindow.zone),
                moment(Date.parse(shownWindow.to), shownWindow.zone),
                shownWindow.zone,
              )}
            </p>
          )}
          <TokenCurve window={ready ? window : null} name={`tokens-by-day-${named}`} />
          <Panel
            title={t.usage.tokens.title}
            flush
            actions={<ExportButton name={`tokens-${named}`} columns={tokenColumns} rows={tokens.data?.items} />}
          >
            {!tokens.data ? (
              <SkeletonRows rows={4} />
            ) : tokens.data.items.length === 0 ? (
              <Empty title={t.usage.tokens.emptyTitle} next={t.usage.tokens.emptyNext} />
            ) : (
              <Table
                label={t.usage.tokens.title}
                columns={tokenColumns}
                rows={tokens.data.items}
                rowKey={(row) => `${row.tenant}/${row.key} ${row.modelOwner ?? ""}/${row.model}`}
              />
            )}
          </Panel>
          <Panel
            title={t.usage.cards.title}
            flush
            actions={<ExportButton name={`card-time-${named}`} columns={cardColumns} rows={cards.data?.items} />}
          >
            {!cards.data ? (
              <SkeletonRows rows={4} />
            ) : cards.data.items.length === 0 ? (
              <Empty title={t.usage.cards.emptyTitle} next={t.usage.cards.emptyNext} />
            ) : (
              <Table
                label={t.usage.cards.title}
                columns={cardColumns}
                rows={cards.data.items}
                rowKey={(row) => `${row.tenant}/${row.workload} ${row.cardModel} ${row.plan}`}
              />
            )}
          </Panel>
        </>
      )}
    </Page>
  );
}

/** The zone of the tenants shown where they share one, else UTC: in which the contract begins a month. */
function zoneOf(all: readonly Tenant[], tenant: string | undefined): string {
  const zones = new Set(
    all.filter((each) => tenant === undefined || each.metadata.name === tenant).map((each) => each.spec.zone),
  );
  const [only] = zones;
  return zones.size === 1 && only !== undefined ? only : "UTC";
}

function useTokenColumns(rows: readonly TokenUsage[]): readonly Column<TokenUsage>[] {
  const t = useWords();
  return useMemo(() => {
    const w = t.usage.tokens;
    const number = (id: string, title: string, of: (row: TokenUsage) => number): Column<TokenUsage> => ({
      id,
      title,
      align: "right",
      text: of,
      foot: exact(rows.reduce((all, row) => all + of(row), 0)),
      cell: (row) => exact(of(row)),
    });
    return [
      {
        id: "key",
        title: w.key,
        heads: true,
        text: (row) => row.key,
        foot: w.all,
        cell: (row) => (
          <span className={list.badges}>
            <span className={list.name}>{row.key}</span>
            {row.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
          </span>
        ),
      },
      { id: "tenant", title: w.tenant, text: (row) => row.tenant, cell: (row) => <TenantTag name={row.tenant} /> },
      { id: "model", title: w.model, text: (row) => row.model, cell: (row) => row.model },
      {
        ...number("requests", w.requests, (row) => row.requests),
        cell: (row) => (
          <span className={list.stack}>
            {(row.estimatedRequests ?? 0) > 0 && (
              <span className={list.faint} title={w.estimatedMeans}>
                {w.estimated(exact(row.estimatedRequests ?? 0))}
              </span>
            )}
            {exact(row.requests)}
          </span>
        ),
      },
      number("prompt", w.prompt, (row) => row.promptTokens),
      { ...number("cached", w.cached, (row) => row.cachedTokens ?? 0), hidden: "narrow" },
      number("completion", w.completion, (row) => row.completionTokens),
      number("total", w.total, (row) => row.promptTokens + row.completionTokens),
    ];
  }, [t, rows]);
}

function useCardColumns(rows: readonly CardUsage[]): readonly Column<CardUsage>[] {
  const t = useWords();
  return useMemo(() => {
    const w = t.usage.cards;
    return [
      {
        id: "workload",
        title: w.workload,
        heads: true,
        text: (row) => row.workload,
        foot: w.all,
        cell: (row) => (
          <span className={list.badges}>
            <Link to={to.workload(row.tenant, row.workload)} className={list.name}>
              {row.workload}
            </Link>
            {row.running && (
              <span title={w.runningMeans}>
                <Badge tone="accent">{w.running}</Badge>
              </span>
            )}
            {row.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
          </span>
        ),
      },
      {
        id: "tenant",
        title: t.usage.tokens.tenant,
        text: (row) => row.tenant,
        cell: (row) => <TenantTag name={row.tenant} />,
      },
      { id: "model", title: w.model, text: (row) => row.cardModel, cell: (row) => row.cardModel },
      { id: "plan", title: w.plan, text: (row) => t.usage.plan[row.plan], cell: (row) => t.usage.plan[row.plan] },
      {
        id: "seconds",
        title: w.seconds,
        align: "right",
        hidden: "narrow",
        text: (row) => row.cardSeconds,
        foot: decimal(sum(rows.map((row) => row.cardSeconds)), 0, 3),
        cell: (row) => <span title={row.cardSeconds}>{decimal(row.cardSeconds, 0, 3)}</span>,
      },
      {
        id: "time",
        title: w.time,
        align: "right",
        text: (row) => hours(row.cardSeconds),
        foot: hours(sum(rows.map((row) => row.cardSeconds))),
        cell: (row) => <span title={row.cardSeconds}>{hours(row.cardSeconds)}</span>,
      },
    ];
  }, [t, rows]);
}

function hours(cardSeconds: string): string {
  return exact(Number(cardSeconds) / HOUR);
}
