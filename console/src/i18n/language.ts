import { useSyncExternalStore } from "react";
import { remembered } from "../app/remembered";
import type { Words } from "./dictionary";
import { en } from "./en";
import { zh } from "./zh";

export type Language = "en" | "zh";

const DICTIONARIES: Record<Language, Words> = { en, zh };

const language = remembered<Language>(
  "wellfield.language",
  (text) => (text === "en" || text === "zh" ? text : undefined),
  () => (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"),
  (value) => {
    document.documentElement.lang = value === "zh" ? "zh-CN" : "en";
  },
);

export function useLanguage(): Language {
  return useSyncExternalStore(language.subscribe, language.get);
}

/** The dictionary of the language that is shown. */
export function useWords(): Words {
  return DICTIONARIES[useLanguage()];
}

export const setLanguage = language.set;
