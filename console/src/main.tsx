import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { resume } from "./api/session";
import { App } from "./app/App";
import "./theme/theme.css";
import "./theme/base.css";

const root = document.getElementById("root");
if (!root) {
  throw new Error("index.html has no element #root");
}
void resume();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
