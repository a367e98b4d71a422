import { ChevronDown, Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { ACTIVE_PHASES, PHASES, type Phase } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Menu, MenuCheck, MenuItem, MenuLine } from "../../ui/Menu";
import styles from "./FilterBar.module.css";
import { PhaseBadge } from "./PhaseBadge";
import type { ListFilter } from "./filter";

interface Props {
  filter: ListFilter;
  onChange: (changes: Partial<Omit<ListFilter, "tenant">>) => void;
  shown: number | undefined;
  loaded: number | undefined;
}

const ENDED_PHASES = PHASES.filter((phase) => !ACTIVE_PHASES.includes(phase));

/** The list's filter: text, phases, borrowed. The key "/" goes to the text. */
export function FilterBar({ filter, onChange, shown, loaded }: Props) {
  const t = useWords();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, [role=menu]") !== null;
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        search.current?.focus();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className={styles.bar}>
      <label className={styles.search}>
        <Search size={14} aria-hidden />
        <input
          ref={search}
          type="search"
          aria-label={t.workloads.filter.search}
          aria-keyshortcuts="/"
          placeholder={t.workloads.filter.search}
          value={filter.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </label>
      <PhaseFilter phases={filter.phases} onChange={(phases) => onChange({ phases })} />
      {filter.borrowedOnly && (
        <Button look="plain" onClick={() => onChange({ borrowedOnly: false })} icon={<X size={14} />}>
          {t.workloads.filter.borrowed}
        </Button>
      )}
      {shown !== undefined && loaded !== undefined && (
        <span className={styles.count} role="status">
          {t.workloads.shown(shown, loaded)}
        </span>
      )}
    </div>
  );
}

function PhaseFilter({ phases, onChange }: { phases: readonly Phase[]; onChange: (phases: Phase[]) => void }) {
  const t = useWords();
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          {phaseTitle(t, phases)}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onChange([])}>{t.workloads.filter.anyPhase}</MenuItem>
      <MenuItem onSelect={() => onChange([...ACTIVE_PHASES])}>{t.workloads.filter.active}</MenuItem>
      <MenuItem onSelect={() => onChange([...ENDED_PHASES])}>{t.workloads.filter.ended}</MenuItem>
      <MenuLine />
      {PHASES.map((phase) => (
        <MenuCheck
          key={phase}
          checked={phases.includes(phase)}
          onChange={(checked) => onChange(PHASES.filter((each) => (each === phase ? checked : phases.includes(each))))}
        >
          <PhaseBadge phase={phase} />
        </MenuCheck>
      ))}
    </Menu>
  );
}

function phaseTitle(t: ReturnType<typeof useWords>, phases: readonly Phase[]): string {
  const only = phases[0];
  if (only === undefined) {
    return t.workloads.filter.anyPhase;
  }
  if (phases.length === 1) {
    return t.words.phase[only];
  }
  const is = (group: readonly Phase[]) =>
    group.length === phases.length && group.every((each) => phases.includes(each));
  if (is(ACTIVE_PHASES)) {
    return t.workloads.filter.active;
  }
  return is(ENDED_PHASES) ? t.workloads.filter.ended : t.workloads.filter.phases(phases.length);
}
