import * as Radix from "@radix-ui/react-dialog";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useResource } from "../api/cache";
import { models, workloads } from "../api/resources";
import { may, useSession } from "../api/session";
import { navigate, useQueryParameter } from "../app/router";
import { useWords } from "../i18n/language";
import { useTenants } from "../tenants/use-tenants";
import styles from "./Palette.module.css";
import { type Entry, GROUPS, found, modelEntries, pageEntries, tenantEntries, workloadEntries } from "./entries";

/** Goes anywhere by name, with the keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const session = useSession();
  const { names } = useTenants();
  const [tenant] = useQueryParameter("tenant");
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const listbox = useRef<HTMLDivElement>(null);
  const workloadsRead = useResource(
    may(session, "workloads.read") ? workloads({ tenant: undefined, phases: [] }) : null,
  );
  const modelsRead = useResource(may(session, "models.read") ? models : null);
  const shown = found(
    [
      ...pageEntries(t, (permission) => may(session, permission), tenant),
      ...workloadEntries(t, workloadsRead.data?.items ?? []),
      ...tenantEntries(t, names),
      ...modelEntries(modelsRead.data ?? []),
    ],
    text,
  );
  const chosen = Math.min(at, shown.length - 1);

  function go(entry: Entry | undefined) {
    if (entry) {
      onClose();
      navigate(entry.url);
    }
  }

  function choose(index: number) {
    const next = (index + shown.length) % Math.max(1, shown.length);
    setAt(next);
    listbox.current?.querySelectorAll("[role=option]")[next]?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event: KeyboardEvent) {
    const moves: Partial<Record<string, number>> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      choose(to);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(shown[chosen]);
    }
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content className={styles.palette} aria-describedby={undefined}>
          <Radix.Title className={styles.title}>{t.palette.title}</Radix.Title>
          <div className={styles.field}>
            <Search size={16} aria-hidden />
            <input
              role="combobox"
              aria-label={t.palette.placeholder}
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={t.palette.placeholder}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKey}
            />
          </div>
          <p className={styles.count} role="status">
            {shown.length === 0 ? t.palette.none(text) : t.palette.found(shown.length)}
          </p>
          <div ref={listbox} id={`${id}-list`} role="listbox" aria-label={t.palette.title} className={styles.list}>
            {GROUPS.filter((group) => shown.some((entry) => entry.group === group)).map((group) => (
              <div key={group} role="group" aria-label={t.palette[group]}>
                <div className={styles.group} aria-hidden>
                  {t.palette[group]}
                </div>
                {shown.map(
                  (entry, index) =>
                    entry.group === group && (
                      <div
                        key={entry.id}
                        id={`${id}-${index}`}
                        role="option"
                        aria-selected={index === chosen}
                        className={styles.entry}
                        onPointerMove={() => setAt(index)}
                        onClick={() => go(entry)}
                      >
                        <span className={styles.name}>{entry.name}</span>
                        <span className={styles.hint}>{entry.hint}</span>
                      </div>
                    ),
                )}
              </div>
            ))}
          </div>
          <p className={styles.keys} aria-hidden>
            {t.palette.keys}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
