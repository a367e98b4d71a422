import { useState } from "react";
import { useResource } from "../../../api/cache";
import { workload } from "../../../api/resources";
import { may, useSession } from "../../../api/session";
import { useQueryParameter } from "../../../app/router";
import { useWords } from "../../../i18n/language";
import { useTenants } from "../../../tenants/use-tenants";
import { Page } from "../../../ui/Page";
import { Empty, SkeletonRows } from "../../../ui/States";
import { SubmitForm } from "./SubmitForm";
import { EMPTY_FORM, formLike } from "./form";

/** Submits a workload; `?tenant=` chooses the tenant, `?like=tenant/name` starts from another workload. */
export function SubmitPage() {
  const t = useWords();
  const session = useSession();
  const { names, known } = useTenants();
  const [tenant] = useQueryParameter("tenant");
  const [like] = useQueryParameter("like");
  const [likeTenant, likeName] = (like ?? "").split("/");
  const source = useResource(likeTenant && likeName ? workload(likeTenant, likeName) : null);
  const [discarded, setDiscarded] = useState(0);
  const allowed = names.filter((name) => may(session, "workloads.submit", name));
  const chosen = tenant !== undefined && allowed.includes(tenant) ? tenant : (allowed[0] ?? "");
  const waiting = !known || (like !== undefined && !source.data && !source.failure);

  if (known && allowed.length === 0) {
    return (
      <Page title={t.submit.title}>
        <Empty title={t.submit.nobody} next={t.submit.nobodyNext} />
      </Page>
    );
  }
  return (
    <Page title={t.submit.title}>
      {waiting ? (
        <SkeletonRows rows={10} height={32} />
      ) : (
        <SubmitForm
          key={`${like ?? ""} ${chosen} ${discarded}`}
          tenants={allowed}
          initial={source.data ? formLike(source.data) : { ...EMPTY_FORM, tenant: chosen }}
          onDiscard={() => setDiscarded(discarded + 1)}
        />
      )}
    </Page>
  );
}
