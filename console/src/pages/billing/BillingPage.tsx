import { useGrowing, useResource } from "../../api/cache";
import { invoicePreviews, tenants } from "../../api/resources";
import { serverNow } from "../../api/server-clock";
import { may, useSession } from "../../api/session";
import { navigate, to, useQueryParameter, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { monthOf } from "../../i18n/months";
import { useTenants } from "../../tenants/use-tenants";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { MonthPicker } from "../../ui/MonthPicker";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { Invoice, InvoiceExport } from "./Invoice";
import { InvoiceList, InvoiceListExport } from "./InvoiceList";
import { LineDrawer } from "./LineDrawer";

interface Props {
  /** Absent: the month that is going on. */
  month: string | undefined;
  line: string | undefined;
}

/** What a month costs: one tenant's lines, or all tenants' totals. */
export function BillingPage({ month: asked, line }: Props) {
  const t = useWords();
  const session = useSession();
  const { names } = useTenants();
  const tenantsRead = useResource(may(session, "tenants.read") ? tenants : null);
  const [chosen] = useQueryParameter("tenant");
  const billed = (chosen === undefined ? names : [chosen]).filter((name) => may(session, "billing.read", name));
  const tenant = billed.length === 1 ? billed[0] : undefined;
  const zone = tenantsRead.data?.find((each) => each.metadata.name === billed[0])?.spec.zone ?? "UTC";
  const current = monthOf(serverNow(), zone);
  const month = asked ?? current;
  const { data, failure, readAt, reload } = useGrowing(
    billed.length > 0 && tenantsRead.data ? invoicePreviews(billed, month) : null,
  );
  const only = tenant === undefined ? undefined : data?.[0];

  if (!may(session, "billing.read", chosen)) {
    return <Forbidden title={t.billing.title} permission="billing.read" />;
  }
  return (
    <Page
      title={tenant === undefined ? t.billing.all : t.billing.title}
      freshness={<Freshness growing readAt={[readAt]} />}
      actions={
        <>
          <MonthPicker
            month={month}
            current={current}
            onChange={(next) => navigate(withQuery({}, to.month(next)), { replace: line === undefined })}
          />
          {tenant === undefined ? (
            <InvoiceListExport month={month} previews={data} />
          ) : (
            <InvoiceExport tenant={tenant} month={month} preview={only} />
          )}
        </>
      }
    >
      {failure && !data ? (
        <Failed failure={failure} onRetry={reload} />
      ) : tenantsRead.failure && !tenantsRead.data ? (
        <Failed failure={tenantsRead.failure} onRetry={tenantsRead.reload} />
      ) : tenantsRead.data && billed.length === 0 ? (
        <Empty title={t.billing.noTenantsTitle} next={t.billing.noTenantsNext} />
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : only ? (
        <Invoice preview={only} line={line} />
      ) : (
        <InvoiceList previews={data} month={month} />
      )}
      {line !== undefined && tenant !== undefined && (
        <LineDrawer
          key={`${tenant} ${month} ${line}`}
          tenant={tenant}
          month={month}
          line={line}
          onClose={() => navigate(withQuery({}, to.month(month)))}
        />
      )}
    </Page>
  );
}
