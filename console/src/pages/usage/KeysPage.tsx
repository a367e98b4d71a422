import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useResource } from "../../api/cache";
import { keys } from "../../api/resources";
import { serverNow } from "../../api/server-clock";
import { may, useSession } from "../../api/session";
import type { ApiKey } from "../../api/types";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { exact } from "../../i18n/numbers";
import { TenantTag } from "../../tenants/TenantTag";
import { useTenants } from "../../tenants/use-tenants";
import { Badge, type Tone } from "../../ui/Badge";
import { Button, ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table, sorted } from "../../ui/Table";
import { Ago, Moment } from "../../ui/Times";
import { sortingOf, sortingText } from "../../ui/sorting";
import { NewKeyDrawer } from "./NewKeyDrawer";
import { RevokeDialog } from "./RevokeDialog";
import { useUsagePages } from "./pages";

type State = "active" | "revoked" | "expired";

const TONES: Record<State, Tone> = { active: "accent", revoked: "neutral", expired: "amber" };

/** The API keys of the tenants that one may see; new ones are made and old ones revoked here. */
export function KeysPage({ creating }: { creating: boolean }) {
  const t = useWords();
  const session = useSession();
  const nav = useUsagePages("keys");
  const { names } = useTenants();
  const linkTo = useWithQuery();
  const [tenant] = useQueryParameter("tenant");
  const [revoked, setRevoked] = useQueryParameter("revoked");
  const [sort, setSort] = useQueryParameter("sort");
  const [revoking, setRevoking] = useState<ApiKey>();
  const mayRead = may(session, "keys.read");
  const readable = (tenant === undefined ? names : [tenant]).filter((name) => may(session, "keys.read", name));
  const { data, failure, readAt, reload } = useResource(readable.length > 0 ? keys(readable) : null);
  const columns = useColumns(setRevoking);
  const shown =
    data &&
    sorted(
      data.filter((key) => revoked === "true" || stateOf(key) === "active"),
      columns,
      sortingOf(sort),
    );
  const mayCreate = may(session, "keys.write", tenant);
  const create = mayCreate && (
    <ButtonLink look="primary" icon={<Plus size={16} />} to={linkTo({}, to.newKey)}>
      {t.keys.create}
    </ButtonLink>
  );
  if (!mayRead) {
    return <Forbidden title={t.keys.title} permission="keys.read" />;
  }
  return (
    <Page
      title={t.keys.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={
        <>
          <ExportButton name="api-keys" columns={columns} rows={shown} />
          {create}
        </>
      }
    >
      <SubNav {...nav} />
      <div className={list.list}>
        <div className={list.bar}>
          <label className={list.check}>
            <input
              type="checkbox"
              checked={revoked === "true"}
              onChange={(event) => setRevoked(event.target.checked ? "true" : undefined)}
            />
            {t.keys.showRevoked}
          </label>
        </div>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={6} />
        ) : shown.length === 0 ? (
          <Empty
            title={t.keys.emptyTitle}
            next={
              data !== undefined && data.length > 0
                ? t.keys.allEndedNext
                : `${t.keys.emptyNext} ${mayCreate ? "" : t.keys.emptyNextReader}`
            }
          >
            {create}
          </Empty>
        ) : (
          <Table
            label={t.keys.title}
            columns={columns}
            rows={shown}
            rowKey={keyOf}
            sorting={sortingOf(sort)}
            onSort={(next) => setSort(sortingText(next))}
          />
        )}
      </div>
      {creating && mayCreate && <NewKeyDrawer onClose={() => navigate(withQuery({}, to.keys))} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}

function keyOf({ metadata }: ApiKey): string {
  return `${metadata.tenant ?? ""}/${metadata.name}`;
}

function stateOf({ spec, status }: ApiKey): State {
  if (status.revokedAt !== undefined) {
    return "revoked";
  }
  return spec.expiresAt !== undefined && Date.parse(spec.expiresAt) <= serverNow() ? "expired" : "active";
}

function limitsOf(t: Words, { spec }: ApiKey): string[] {
  return [
    ...(spec.concurrentRequests === undefined ? [] : [t.keys.atATime(exact(spec.concurrentRequests))]),
    ...(spec.requestsPerMinute === undefined ? [] : [t.keys.perMinute(exact(spec.requestsPerMinute))]),
    ...(spec.tokensPerMinute === undefined ? [] : [t.keys.tokensPerMinute(exact(spec.tokensPerMinute))]),
  ];
}

function useColumns(revoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  const t = useWords();
  const session = useSession();
  return useMemo(() => {
    const k = t.keys;
    const c = k.columns;
    return [
      {
        id: "key",
        title: c.key,
        heads: true,
        order: (row) => row.metadata.name,
        text: (row) => row.metadata.name,
        cell: (row) => (
          <span className={list.stack}>
            <span className={list.name}>{row.metadata.name}</span>
            <code className={list.faint}>{row.status.prefix}…</code>
          </span>
        ),
      },
      {
        id: "state",
        title: c.state,
        beside: true,
        order: stateOf,
        text: stateOf,
        cell: (row) => <Badge tone={TONES[stateOf(row)]}>{k.state[stateOf(row)]}</Badge>,
      },
      {
        id: "tenant",
        title: c.tenant,
        order: (row) => row.metadata.tenant ?? "",
        text: (row) => row.metadata.tenant,
        cell: (row) => <TenantTag name={row.metadata.tenant ?? ""} />,
      },
      {
        id: "models",
        title: c.models,
        text: (row) => row.spec.models?.join("; "),
        cell: (row) => row.spec.models?.join(t.words.comma) ?? <span className={list.faint}>{k.allModels}</span>,
      },
      {
        id: "scopes",
        title: c.scopes,
        text: (row) => row.spec.scopes?.join("; "),
        cell: (row) =>
          row.spec.scopes?.map((scope) => k.scope[scope]).join(t.words.comma) ?? (
            <span className={list.faint}>{k.allScopes}</span>
          ),
      },
      {
        id: "limits",
        title: c.limits,
        text: (row) => limitsOf(t, row).join("; "),
        cell: (row) => {
          const limits = limitsOf(t, row);
          return limits.length === 0 ? <span className={list.faint}>{k.noLimits}</span> : limits.join(t.words.comma);
        },
      },
      {
        id: "expires",
        title: c.expires,
        align: "right",
        order: (row) => row.spec.expiresAt ?? "9",
        text: (row) => row.spec.expiresAt,
        cell: (row) =>
          row.spec.expiresAt === undefined ? (
            <span className={list.faint}>{k.never}</span>
          ) : (
            <Moment at={row.spec.expiresAt} />
          ),
      },
      {
        id: "created",
        title: c.created,
        align: "right",
        hidden: "narrow",
        order: (row) => row.metadata.createdAt ?? "",
        text: (row) => row.metadata.createdAt,
        cell: (row) => row.metadata.createdAt !== undefined && <Ago at={row.metadata.createdAt} />,
      },
      ...(may(session, "keys.write")
        ? [
            {
              id: "revoke",
              title: k.revoke,
              align: "right" as const,
              cell: (row: ApiKey) =>
                stateOf(row) !== "revoked" &&
                may(session, "keys.write", row.metadata.tenant) && (
                  <Button look="quiet" aria-label={k.revokeKey(row.metadata.name)} onClick={() => revoke(row)}>
                    {k.revoke}
                  </Button>
                ),
            },
          ]
        : []),
    ];
  }, [t, session, revoke]);
}
