import type { Permission } from "../api/types";
import { useWords } from "../i18n/language";
import { Page } from "./Page";
import { Empty } from "./States";

/** A page that this session may not see, and which permission is missing. */
export function Forbidden({ title, permission }: { title: string; permission: Permission }) {
  const t = useWords();
  return (
    <Page title={title}>
      <Empty title={t.problem.forbidden.title} next={t.problem.forbidden.next(permission)} />
    </Page>
  );
}
