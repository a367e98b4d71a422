import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/language";
import { Button } from "./Button";
import { Link } from "./Link";
import styles from "./Toast.module.css";

interface Message {
  id: number;
  text: string;
  link?: { to: string; text: string };
}

const SHOWN_MILLIS = 6_000;
/** Older ones make room. */
const MOST = 3;

let messages: readonly Message[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Says in passing that something was done. */
export function toast(text: string, link?: { to: string; text: string }): void {
  const id = nextId++;
  become([...messages, { id, text, ...(link && { link }) }].slice(-MOST));
  setTimeout(() => dismiss(id), SHOWN_MILLIS);
}

export function Toasts() {
  const t = useWords();
  const shown = useSyncExternalStore(subscribe, () => messages);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map((message) => (
        <div key={message.id} className={styles.toast}>
          <span>{message.text}</span>
          {message.link && (
            <Link to={message.link.to} className={styles.link}>
              {message.link.text}
            </Link>
          )}
          <Button
            look="quiet"
            aria-label={t.frame.dismiss}
            icon={<X size={14} />}
            onClick={() => dismiss(message.id)}
          />
        </div>
      ))}
    </div>
  );
}

function dismiss(id: number): void {
  become(messages.filter((message) => message.id !== id));
}

function become(next: readonly Message[]): void {
  messages = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
