import { to, useWithQuery } from "../../app/router";
import { useWords } from "../../i18n/language";

/** The pages about people; each keeps the tenant that is chosen. */
export function usePeoplePages(here: "people" | "invitations") {
  const t = useWords();
  const linkTo = useWithQuery();
  const at = (path: string) => linkTo({ sort: undefined, name: undefined, ended: undefined }, path);
  return {
    label: t.people.pages,
    pages: [
      { to: at(to.people), label: t.people.tab, here: here === "people" },
      { to: at(to.invitations), label: t.people.invitations.tab, here: here === "invitations" },
    ],
  };
}
