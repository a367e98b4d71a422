import { useResource } from "../../../api/cache";
import { endpoints } from "../../../api/resources";
import { may, useSession } from "../../../api/session";
import type { Endpoint, Workload } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { useWords } from "../../../i18n/language";
import { Fact, Facts } from "../../../ui/Facts";
import { Section } from "../../../ui/Section";

/** The model that it serves, and whether its engine answers. */
export function ServesSection({ workload }: { workload: Workload }) {
  const t = useWords();
  const session = useSession();
  const { serves } = workload.spec;
  const reads = serves !== undefined && may(session, "models.read", workload.metadata.tenant);
  const { data } = useResource(reads ? endpoints : null);
  if (!serves) {
    return null;
  }
  const s = t.detail.status;
  return (
    <Section title={s.serving}>
      <Facts>
        <Fact name={s.model}>
          <code>{serves.model}</code>
        </Fact>
        {data && <Fact name={s.engine}>{engineText(t, workload, data)}</Fact>}
      </Facts>
    </Section>
  );
}

function engineText(t: Words, { metadata, spec, status }: Workload, all: readonly Endpoint[]): string {
  const s = t.detail.status;
  const own = all.find((each) => each.tenant === metadata.tenant && each.workload === metadata.name);
  const state =
    status.phase !== "STARTING" && status.phase !== "RUNNING"
      ? s.engineNotRunning
      : own?.ready
        ? s.engineReady
        : s.engineNotReady;
  return `${own?.engine ?? spec.serves?.engine ?? "OTHER"} · ${state}`;
}
