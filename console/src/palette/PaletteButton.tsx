import { Search } from "lucide-react";
import { Suspense, lazy, useEffect, useState } from "react";
import { useWords } from "../i18n/language";
import { Button } from "../ui/Button";
import styles from "./PaletteButton.module.css";

const Palette = lazy(() => import("./Palette").then((module) => ({ default: module.Palette })));

/** Opens the search for anything by name; Ctrl or Cmd and K do so from anywhere. */
export function PaletteButton() {
  const t = useWords();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setOpen(true);
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Button
        look="quiet"
        icon={<Search size={16} />}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t.palette.title} (Ctrl K, ⌘ K)`}
        onClick={() => setOpen(true)}
      >
        <span className={styles.word}>{t.palette.open}</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
