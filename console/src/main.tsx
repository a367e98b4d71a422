import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { resume } from "./api/session";
import { App } from "./app/App";
import { loadWords } from "./i18n/language";
import "./theme/theme.css";
import "./theme/base.css";

/** A page that fails at once would fail again. */
const LOADED_MILLIS = 10_000;

// After an update of the server the parts that this page has not loaded yet are gone: the new page has its own.
window.addEventListener("vite:preloadError", () => {
  if (performance.now() > LOADED_MILLIS) {
    window.location.reload();
  }
});

const root = document.getElementById("root");
if (!root) {
  throw new Error("index.html has no element #root");
}
void resume();
void loadWords().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
