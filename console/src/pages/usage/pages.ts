import { to, useWithQuery } from "../../app/router";
import { may, useSession } from "../../api/session";
import { useWords } from "../../i18n/language";

/** The pages about usage; each keeps the tenant that is chosen. */
export function useUsagePages(here: "usage" | "keys") {
  const t = useWords();
  const session = useSession();
  const linkTo = useWithQuery();
  const at = (path: string) =>
    linkTo(
      { sort: undefined, month: undefined, range: undefined, by: undefined, as: undefined, revoked: undefined },
      path,
    );
  return {
    label: t.usage.pages,
    pages: [
      { to: at(to.usage), label: t.usage.tab, here: here === "usage" },
      ...(may(session, "keys.read") ? [{ to: at(to.keys), label: t.keys.tab, here: here === "keys" }] : []),
    ],
  };
}
