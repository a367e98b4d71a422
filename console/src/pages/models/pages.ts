import { to, useWithQuery } from "../../app/router";
import { useWords } from "../../i18n/language";

/** The pages about models; each keeps the tenant that is chosen. */
export function useModelPages(here: "models" | "engines" | "playground") {
  const t = useWords();
  const linkTo = useWithQuery();
  const at = (path: string) => linkTo({ model: undefined, sort: undefined, q: undefined }, path);
  return {
    label: t.serving.pages,
    pages: [
      { to: at(to.models), label: t.serving.models.tab, here: here === "models" },
      { to: at(to.engines), label: t.serving.engines.tab, here: here === "engines" },
      { to: at(to.playground), label: t.serving.playground.tab, here: here === "playground" },
    ],
  };
}
