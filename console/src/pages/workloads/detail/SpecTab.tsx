import type { Workload } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { Code } from "../../../ui/Code";
import { Section, Sections } from "../../../ui/Section";

/** The specification as the API has it, ready to be sent again. */
export function SpecTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const { apiVersion, kind, metadata, spec } = workload;
  const text = JSON.stringify(
    { apiVersion, kind, metadata: { name: metadata.name, tenant: metadata.tenant }, spec },
    null,
    2,
  );
  return (
    <Sections>
      <Section title={t.detail.spec.title}>
        <Code text={text} label={t.detail.spec.copy} />
      </Section>
    </Sections>
  );
}
