import { may, useSession } from "../../api/session";
import { to } from "../../app/router";
import { useWords } from "../../i18n/language";
import { Button, ButtonLink } from "../../ui/Button";
import { Code } from "../../ui/Code";
import { Empty } from "../../ui/States";

/** An empty list: because of its filters, or because there is nothing yet. */
export function NoWorkloads({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useWords();
  const session = useSession();
  if (filtered) {
    return (
      <Empty title={t.workloads.noMatchTitle} next={t.workloads.noMatchNext}>
        <Button onClick={onClear}>{t.workloads.filter.clear}</Button>
      </Empty>
    );
  }
  if (!may(session, "workloads.submit")) {
    return <Empty title={t.workloads.emptyTitle} next={t.submit.nobodyNext} />;
  }
  return (
    <Empty title={t.workloads.emptyTitle} next={t.workloads.emptyNext}>
      <Code text={t.workloads.emptyCommand} />
      <ButtonLink look="primary" to={to.submit}>
        {t.workloads.submit}
      </ButtonLink>
    </Empty>
  );
}
