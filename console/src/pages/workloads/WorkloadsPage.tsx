import { Plus } from "lucide-react";
import { useState } from "react";
import { useResource } from "../../api/cache";
import { MOST_PAGES, workloads } from "../../api/resources";
import { may, useSession } from "../../api/session";
import { navigate, to, useQueryParameter, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { Button, ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Freshness } from "../../ui/Freshness";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { Table, sorted } from "../../ui/Table";
import { FilterBar } from "./FilterBar";
import styles from "./WorkloadsPage.module.css";
import { useColumns, workloadKey } from "./columns";
import { WorkloadDrawer } from "./detail/WorkloadDrawer";
import { NoWorkloads } from "./NoWorkloads";
import { matches, useListFilter } from "./filter";

/** All workloads that one may see, newest first, and beside them the one that is open. */
export function WorkloadsPage({ detail }: { detail: { tenant: string; workload: string } | undefined }) {
  const t = useWords();
  const session = useSession();
  const { filter, change } = useListFilter();
  const [pages, setPages] = useState(1);
  const [tab] = useQueryParameter("tab");
  const mayRead = may(session, "workloads.read");
  const { data, failure, readAt, reload } = useResource(
    mayRead ? workloads({ tenant: filter.tenant, phases: filter.phases }, pages) : null,
  );
  const columns = useColumns();
  const shown =
    data &&
    sorted(
      data.items.filter((each) => matches(each, filter)),
      columns,
      filter.sorting,
    );
  const filtered = filter.phases.length > 0 || filter.text !== "" || filter.borrowedOnly;

  if (!mayRead) {
    return (
      <Page title={t.workloads.title}>
        <Empty title={t.problem.forbidden.title} next={t.problem.forbidden.next("workloads.read")} />
      </Page>
    );
  }
  return (
    <Page
      title={t.workloads.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={
        <>
          <ExportButton name="workloads" columns={columns} rows={shown} />
          {may(session, "workloads.submit") && (
            <ButtonLink look="primary" icon={<Plus size={16} />} to={submitUrl(filter.tenant)}>
              {t.workloads.submit}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={styles.list}>
        <FilterBar filter={filter} onChange={change} shown={shown?.length} loaded={data?.items.length} />
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={8} />
        ) : shown.length === 0 ? (
          <NoWorkloads filtered={filtered} onClear={() => change({ phases: [], text: "", borrowedOnly: false })} />
        ) : (
          <Table
            label={t.workloads.title}
            columns={columns}
            rows={shown}
            rowKey={workloadKey}
            selected={detail && `${detail.tenant}/${detail.workload}`}
            onOpen={(row) =>
              navigate(withQuery({}, to.workload(row.metadata.tenant ?? "", row.metadata.name)), {
                replace: detail !== undefined,
              })
            }
            phone="lines"
            sorting={filter.sorting}
            onSort={(sorting) => change({ sorting })}
          />
        )}
        {data?.more && pages < MOST_PAGES && (
          <div className={styles.more}>
            <Button onClick={() => setPages(pages + 1)}>{t.workloads.more}</Button>
          </div>
        )}
      </div>
      {detail && (
        <WorkloadDrawer
          key={`${detail.tenant}/${detail.workload}`}
          tenant={detail.tenant}
          name={detail.workload}
          tab={tab}
          onClose={() => navigate(withQuery({ tab: undefined }, to.workloads))}
        />
      )}
    </Page>
  );
}

function submitUrl(tenant: string | undefined): string {
  return tenant === undefined ? to.submit : `${to.submit}?tenant=${encodeURIComponent(tenant)}`;
}
