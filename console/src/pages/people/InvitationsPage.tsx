import { Plus } from "lucide-react";
import { useMemo } from "react";
import { invalidate, useResource } from "../../api/cache";
import { call } from "../../api/client";
import { isFailure } from "../../api/failure";
import { invitations } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { Invitation } from "../../api/types";
import { to, useQueryParameter, useWithQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { Badge, type Tone } from "../../ui/Badge";
import { Button, ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows, failureText } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table, sorted } from "../../ui/Table";
import { Ago, Moment } from "../../ui/Times";
import { toast } from "../../ui/Toast";
import { sortingOf, sortingText } from "../../ui/sorting";
import { whoOf } from "./IssuedLink";
import { usePeoplePages } from "./pages";

const TONES: Record<Invitation["state"], Tone> = {
  OPEN: "blue",
  ACCEPTED: "accent",
  REVOKED: "neutral",
  EXPIRED: "amber",
};

/** Invitations to one's tenants; for the operator, to the platform and for new passwords too. */
export function InvitationsPage() {
  const t = useWords();
  const i = t.people.invitations;
  const session = useSession();
  const nav = usePeoplePages("invitations");
  const linkTo = useWithQuery();
  const [tenant] = useQueryParameter("tenant");
  const [ended, setEnded] = useQueryParameter("ended");
  const [sort, setSort] = useQueryParameter("sort");
  const mayRead = may(session, "members.read", tenant);
  const { data, failure, readAt, reload } = useResource(mayRead ? invitations(tenant) : null);
  const columns = useColumns();
  const shown =
    data &&
    sorted(
      data.filter((each) => ended === "true" || each.state === "OPEN"),
      columns,
      sortingOf(sort),
    );
  const invite = may(session, "members.write", tenant) && (
    <ButtonLink look="primary" icon={<Plus size={16} />} to={linkTo({}, to.invite)}>
      {t.people.invite}
    </ButtonLink>
  );
  if (!mayRead) {
    return <Forbidden title={i.title} permission="members.read" />;
  }
  return (
    <Page
      title={i.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={
        <>
          <ExportButton name="invitations" columns={columns} rows={shown} />
          {invite}
        </>
      }
    >
      <SubNav {...nav} />
      <div className={list.list}>
        <div className={list.bar}>
          <label className={list.check}>
            <input
              type="checkbox"
              checked={ended === "true"}
              onChange={(event) => setEnded(event.target.checked ? "true" : undefined)}
            />
            {i.showEnded}
          </label>
        </div>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={6} />
        ) : shown.length === 0 ? (
          <Empty title={i.emptyTitle} next={i.emptyNext}>
            {invite}
          </Empty>
        ) : (
          <Table
            label={i.title}
            columns={columns}
            rows={shown}
            rowKey={(each) => each.id}
            sorting={sortingOf(sort)}
            onSort={(next) => setSort(sortingText(next))}
          />
        )}
      </div>
    </Page>
  );
}

function purposeOf(t: Words, { purpose, role, tenant }: Invitation): string {
  if (purpose === "RESET" || role === undefined) {
    return t.people.invitations.newPassword;
  }
  return tenant === undefined
    ? t.words.role[role] + t.frame.onPlatform
    : t.people.invitations.role(t.words.role[role], tenant);
}

async function revoke(t: Words, invitation: Invitation): Promise<void> {
  try {
    await call("delete", "/api/v1/invitations/{invitation}", { path: { invitation: invitation.id } });
    invalidate(new Set(["people", "events"]));
    toast(t.people.invitations.revoked(whoOf(invitation)));
  } catch (error) {
    if (!isFailure(error)) {
      throw error;
    }
    toast(failureText(t, error));
  }
}

function useColumns(): readonly Column<Invitation>[] {
  const t = useWords();
  const session = useSession();
  return useMemo(() => {
    const i = t.people.invitations;
    const c = i.columns;
    return [
      {
        id: "who",
        title: c.who,
        heads: true,
        order: whoOf,
        text: whoOf,
        cell: (row) => (
          <span className={list.stack}>
            <span className={list.name}>{whoOf(row)}</span>
            <span className={list.faint}>{row.displayName ?? (row.name === undefined ? undefined : row.email)}</span>
          </span>
        ),
      },
      {
        id: "state",
        title: c.state,
        beside: true,
        order: (row) => row.state,
        text: (row) => row.state,
        cell: (row) => <Badge tone={TONES[row.state]}>{i.state[row.state]}</Badge>,
      },
      {
        id: "for",
        title: c.for,
        order: (row) => `${row.tenant ?? ""} ${row.role ?? ""}`,
        text: (row) => `${row.purpose} ${row.role ?? ""} ${row.tenant ?? ""}`.trim(),
        cell: (row) => purposeOf(t, row),
      },
      {
        id: "by",
        title: c.by,
        order: (row) => row.invitedBy,
        text: (row) => row.invitedBy,
        cell: (row) => row.invitedBy,
      },
      {
        id: "created",
        title: c.created,
        align: "right",
        hidden: "narrow",
        order: (row) => row.createdAt,
        text: (row) => row.createdAt,
        cell: (row) => <Ago at={row.createdAt} />,
      },
      {
        id: "expires",
        title: c.expires,
        align: "right",
        order: (row) => row.expiresAt,
        text: (row) => row.expiresAt,
        cell: (row) => <Moment at={row.expiresAt} />,
      },
      {
        id: "revoke",
        title: i.revoke,
        align: "right",
        cell: (row) =>
          row.state === "OPEN" &&
          may(session, "members.write", row.tenant) && (
            <Button look="quiet" aria-label={i.revokeOf(whoOf(row))} onClick={() => void revoke(t, row)}>
              {i.revoke}
            </Button>
          ),
      },
    ];
  }, [t, session]);
}
