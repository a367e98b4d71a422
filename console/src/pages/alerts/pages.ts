import { may, useSession } from "../../api/session";
import { to, useWithQuery } from "../../app/router";
import { useWords } from "../../i18n/language";

/** The pages about what is watched and what happened; each keeps the tenant that is chosen. */
export function useAlertPages(here: "alerts" | "events" | "webhooks") {
  const t = useWords();
  const session = useSession();
  const linkTo = useWithQuery();
  const at = (path: string) => linkTo({ show: undefined, kind: undefined, q: undefined, of: undefined }, path);
  return {
    label: t.alerts.pages,
    pages: [
      ...(may(session, "alerts.read") ? [{ to: at(to.alerts), label: t.alerts.tab, here: here === "alerts" }] : []),
      ...(may(session, "events.read")
        ? [{ to: at(to.events), label: t.alerts.eventsTab, here: here === "events" }]
        : []),
      ...(session.permissions.platform.includes("alerts.write")
        ? [{ to: at(to.webhooks), label: t.alerts.webhooksTab, here: here === "webhooks" }]
        : []),
    ],
  };
}
