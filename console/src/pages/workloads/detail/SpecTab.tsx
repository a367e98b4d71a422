import type { Workload } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { yamlOf } from "../../../model/yaml";
import { Code } from "../../../ui/Code";
import { Section, Sections } from "../../../ui/Section";

/** The specification as a file of `wellfield submit -f` has it, ready to be sent again. */
export function SpecTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const { apiVersion, kind, metadata, spec } = workload;
  const text = yamlOf({ apiVersion, kind, metadata: { name: metadata.name, tenant: metadata.tenant }, spec });
  return (
    <Sections>
      <Section title={t.detail.spec.title}>
        <Code text={text} label={t.detail.spec.copy} />
      </Section>
    </Sections>
  );
}
