import { useSyncExternalStore } from "react";
import { remembered } from "../app/remembered";
import type { Words } from "./dictionary";

export type Language = "en" | "zh";

/** A visitor reads one language: the other comes when it is asked for. */
const LOADERS: Record<Language, () => Promise<Words>> = {
  en: () => import("./en").then((module) => module.en),
  zh: () => import("./zh").then((module) => module.zh),
};

const dictionaries: Partial<Record<Language, Words>> = {};

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
  const shown = useLanguage();
  const words = dictionaries[shown];
  if (!words) {
    throw new Error(`the dictionary (${shown}) was asked for before it was loaded`);
  }
  return words;
}

/** Fetches the dictionary of the chosen language; nothing can be shown before. */
export async function loadWords(wanted = language.get()): Promise<void> {
  dictionaries[wanted] ??= await LOADERS[wanted]();
}

/** Shows another language once its words are there; where they can't be fetched, the one that is shown stays. */
export async function setLanguage(next: Language): Promise<void> {
  await loadWords(next);
  language.set(next);
}
