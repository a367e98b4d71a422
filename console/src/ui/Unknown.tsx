import { useWords } from "../i18n/language";

/** Where a value is not known or does not exist (yet). */
export function Unknown() {
  const t = useWords();
  return <span data-unknown>{t.words.unknown}</span>;
}
