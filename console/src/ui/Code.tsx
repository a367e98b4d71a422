import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useWords } from "../i18n/language";
import { Button } from "./Button";
import styles from "./Code.module.css";

const SAID_MILLIS = 1_500;

/** Text as a machine takes it, with a button that copies it. */
export function Code({ text, label }: { text: string; label?: string }) {
  return (
    <div className={styles.code}>
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={() => text} {...(label !== undefined && { label })} />
    </div>
  );
}

export function CopyButton({ text, label }: { text: () => string; label?: string }) {
  const t = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) {
      return;
    }
    const timer = setTimeout(() => setCopied(false), SAID_MILLIS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      look="quiet"
      icon={copied ? <Check size={14} /> : <Copy size={14} />}
      aria-label={copied ? t.frame.copied : (label ?? t.frame.copy)}
      title={copied ? t.frame.copied : (label ?? t.frame.copy)}
      onClick={() => void copy(text()).then(setCopied)}
    />
  );
}

/** The clipboard's own interface exists by https and on this machine only. */
export async function copy(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
  return false;
}
