import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useResource } from "../../api/cache";
import { members, users } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { User } from "../../api/types";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { useTenants } from "../../tenants/use-tenants";
import { ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { TextInput } from "../../ui/Field";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table, sorted } from "../../ui/Table";
import { Ago } from "../../ui/Times";
import { sortingOf, sortingText } from "../../ui/sorting";
import { InviteDrawer } from "./InviteDrawer";
import styles from "./People.module.css";
import { PersonDrawer, StateBadge } from "./PersonDrawer";
import { RoleList } from "./RoleList";
import { usePeoplePages } from "./pages";

/** Who is in one's tenants; for the operator, everybody. */
export function PeoplePage({ person, inviting }: { person: string | undefined; inviting: boolean }) {
  const t = useWords();
  const session = useSession();
  const nav = usePeoplePages("people");
  const { names } = useTenants();
  const linkTo = useWithQuery();
  const [tenant] = useQueryParameter("tenant");
  const [name, setName] = useQueryParameter("name");
  const [sort, setSort] = useQueryParameter("sort");
  const everybody = session.permissions.platform.includes("principals.read") && tenant === undefined;
  const readable = (tenant === undefined ? names : [tenant]).filter((each) => may(session, "members.read", each));
  const { data, failure, readAt, reload } = useResource(
    everybody ? users : readable.length > 0 ? members(readable) : null,
  );
  const columns = useColumns();
  const wanted = (name ?? "").trim().toLowerCase();
  const shown =
    data &&
    sorted(
      data.filter((user) =>
        `${user.name} ${user.displayName ?? ""} ${user.email ?? ""}`.toLowerCase().includes(wanted),
      ),
      columns,
      sortingOf(sort),
    );
  const invite = may(session, "members.write", tenant) && (
    <ButtonLink look="primary" icon={<Plus size={16} />} to={linkTo({}, to.invite)}>
      {t.people.invite}
    </ButtonLink>
  );
  if (!may(session, "members.read")) {
    return <Forbidden title={t.people.title} permission="members.read" />;
  }
  return (
    <Page
      title={t.people.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={
        <>
          <ExportButton name="people" columns={columns} rows={shown} />
          {invite}
        </>
      }
    >
      <SubNav {...nav} />
      <div className={list.list}>
        <div className={list.bar}>
          <TextInput
            className={styles.search ?? ""}
            type="search"
            aria-label={t.people.search}
            placeholder={t.people.search}
            value={name ?? ""}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={6} />
        ) : shown.length === 0 ? (
          <Empty
            title={wanted === "" ? t.people.emptyTitle : t.people.noMatch}
            next={wanted === "" ? t.people.emptyNext : t.people.noMatchNext}
          >
            {wanted === "" && invite}
          </Empty>
        ) : (
          <Table
            label={t.people.title}
            columns={columns}
            rows={shown}
            rowKey={(user) => user.name}
            selected={person}
            onOpen={(user) => navigate(withQuery({}, to.person(user.name)))}
            sorting={sortingOf(sort)}
            onSort={(next) => setSort(sortingText(next))}
          />
        )}
      </div>
      {person !== undefined && (
        <PersonDrawer
          key={person}
          name={person}
          user={data && (data.find((user) => user.name === person) ?? null)}
          onClose={() => navigate(withQuery({}, to.people))}
        />
      )}
      {inviting && may(session, "members.write") && <InviteDrawer onClose={() => navigate(withQuery({}, to.people))} />}
    </Page>
  );
}

function useColumns(): readonly Column<User>[] {
  const t = useWords();
  const { principal } = useSession();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const c = t.people.columns;
    return [
      {
        id: "name",
        title: c.name,
        heads: true,
        order: (row) => row.name,
        text: (row) => row.name,
        cell: (row) => (
          <span className={list.stack}>
            <Link className={list.name} to={linkTo({}, to.person(row.name))}>
              {row.name}
            </Link>
            <span className={list.faint}>
              {[row.displayName, row.name === principal ? t.people.you : undefined].filter(Boolean).join(" · ")}
            </span>
          </span>
        ),
      },
      {
        id: "state",
        title: c.state,
        beside: true,
        order: (row) => Number(row.disabled),
        text: (row) => (row.disabled ? "disabled" : "active"),
        cell: (row) => <StateBadge user={row} />,
      },
      {
        id: "roles",
        title: c.roles,
        order: (row) => row.bindings.map((each) => `${each.tenant ?? ""} ${each.role}`).join(),
        text: (row) =>
          row.bindings.map(({ role, tenant }) => (tenant === undefined ? role : `${role}@${tenant}`)).join("; "),
        cell: (row) => <RoleList bindings={row.bindings} />,
      },
      {
        id: "email",
        title: c.email,
        hidden: "narrow",
        order: (row) => row.email ?? "",
        text: (row) => row.email,
        cell: (row) => row.email ?? <span className={list.faint}>{t.words.unknown}</span>,
      },
      {
        id: "kind",
        title: c.kind,
        order: (row) => row.kind,
        text: (row) => row.kind,
        cell: (row) => t.people.kind[row.kind],
      },
      {
        id: "signedIn",
        title: c.signedIn,
        align: "right",
        order: (row) => row.signedInAt ?? "",
        text: (row) => row.signedInAt,
        cell: (row) =>
          row.signedInAt === undefined ? (
            <span className={list.faint} title={t.people.never}>
              {t.words.unknown}
            </span>
          ) : (
            <Ago at={row.signedInAt} />
          ),
      },
    ];
  }, [t, principal, linkTo]);
}
