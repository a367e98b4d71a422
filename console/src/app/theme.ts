import { useSyncExternalStore } from "react";
import { remembered } from "./remembered";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const theme = remembered<Theme>(
  "wellfield.theme",
  (text) => THEMES.find((name) => name === text),
  () => "system",
  (value) => {
    if (value === "system") {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = value;
    }
  },
);

export function useTheme(): Theme {
  return useSyncExternalStore(theme.subscribe, theme.get);
}

export const setTheme = theme.set;
