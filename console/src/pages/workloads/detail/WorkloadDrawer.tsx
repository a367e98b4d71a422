import { useState } from "react";
import { RotateCcw, Trash2 } from "lucide-react";
import { useResource } from "../../../api/cache";
import { ProblemError } from "../../../api/failure";
import { workload as workloadResource } from "../../../api/resources";
import { may, useSession } from "../../../api/session";
import { type Workload, isActive } from "../../../api/types";
import { navigate, to, useQueryParameter } from "../../../app/router";
import { useWords } from "../../../i18n/language";
import { TenantTag } from "../../../tenants/TenantTag";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { Drawer } from "../../../ui/Drawer";
import { Empty, Failed, SkeletonRows } from "../../../ui/States";
import { Tabs } from "../../../ui/Tabs";
import { PhaseBadge } from "../PhaseBadge";
import { CancelDialog } from "./CancelDialog";
import { DeleteDialog } from "./DeleteDialog";
import { LogTab } from "./LogTab";
import { SpecTab } from "./SpecTab";
import { StatusTab } from "./StatusTab";
import { TimelineTab } from "./TimelineTab";

const TABS = ["status", "timeline", "log", "spec"] as const;
type Tab = (typeof TABS)[number];

interface Props {
  tenant: string;
  name: string;
  tab: string | undefined;
  onClose: () => void;
}

/** One workload: how it stands, where it is and why, what happened, what it writes. */
export function WorkloadDrawer({ tenant, name, tab, onClose }: Props) {
  const t = useWords();
  const session = useSession();
  const { data, failure, reload } = useResource(workloadResource(tenant, name));
  const [cancelling, setCancelling] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const missing = failure instanceof ProblemError && failure.status === 404;
  return (
    <Drawer
      title={name}
      aside={
        <>
          <TenantTag name={tenant} />
          {data && <PhaseBadge phase={data.status.phase} />}
          {data?.status.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
        </>
      }
      actions={
        data && (
          <>
            {may(session, "workloads.submit", tenant) && (
              <Button
                look="quiet"
                icon={<RotateCcw size={14} />}
                aria-label={t.detail.again}
                title={t.detail.again}
                onClick={() => navigate(to.submitLike(tenant, name))}
              />
            )}
            {may(session, "workloads.cancel", tenant) && isActive(data.status.phase) && (
              <Button disabled={data.status.phase === "STOPPING"} onClick={() => setCancelling(true)}>
                {t.detail.cancel}
              </Button>
            )}
            {may(session, "workloads.cancel", tenant) && !isActive(data.status.phase) && (
              <Button
                look="quiet"
                icon={<Trash2 size={14} />}
                aria-label={t.detail.delete}
                title={t.detail.delete}
                onClick={() => setDeleting(true)}
              />
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {data ? (
        <DetailTabs workload={data} tab={TABS.find((each) => each === tab) ?? "status"} />
      ) : missing ? (
        <Empty title={t.detail.missing} next={t.detail.missingNext} />
      ) : failure ? (
        <Failed failure={failure} onRetry={reload} />
      ) : (
        <SkeletonRows rows={8} />
      )}
      {cancelling && data && <CancelDialog workload={data} onClose={() => setCancelling(false)} onChanged={reload} />}
      {deleting && data && (
        <DeleteDialog
          workload={data}
          onClose={() => setDeleting(false)}
          onChanged={reload}
          onDeleted={() => {
            setDeleting(false);
            onClose();
          }}
        />
      )}
    </Drawer>
  );
}

function DetailTabs({ workload, tab }: { workload: Workload; tab: Tab }) {
  const t = useWords();
  const session = useSession();
  const [, setTab] = useQueryParameter("tab");
  const tenant = workload.metadata.tenant ?? "";
  const tabs = TABS.filter((each) => {
    switch (each) {
      case "log":
        return may(session, "workloads.logs", tenant);
      case "timeline":
        return may(session, "events.read", tenant);
      default:
        return true;
    }
  });
  const shown = tabs.includes(tab) ? tab : "status";
  return (
    <Tabs
      label={workload.metadata.name}
      value={shown}
      onChange={(next) => setTab(next === "status" ? undefined : next)}
      tabs={tabs.map((value) => ({ value, label: t.detail.tabs[value] }))}
    >
      {shown === "timeline" ? (
        <TimelineTab workload={workload} />
      ) : shown === "log" ? (
        <LogTab workload={workload} />
      ) : shown === "spec" ? (
        <SpecTab workload={workload} />
      ) : (
        <StatusTab workload={workload} />
      )}
    </Tabs>
  );
}
