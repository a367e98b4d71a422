import { type KeyboardEvent, type PointerEvent, useState } from "react";
import styles from "./Curve.module.css";

export interface CurveLine {
  key: string;
  name: string;
  /** One for each piece of time. */
  values: readonly number[];
  /** Of the whole window, as text. */
  total: string;
}

interface Props {
  label: string;
  /** How it is read with the keyboard. */
  hint: string;
  /** What each piece of time is called, e.g. "2026-12-01". */
  pieces: readonly string[];
  lines: readonly CurveLine[];
  ticks: readonly number[];
  short: (value: number) => string;
  exact: (value: number) => string;
  /** What the numbers beside the names are while no piece is pointed at. */
  whole: string;
}

/** The colours that lines wear in turn: those that show best on both grounds come first. */
const COLOURS = [0, 2, 5, 8, 7, 9, 3, 1];

/** Lines over time. Pointing at a piece of time (or the arrow keys) gives its numbers beside the names. */
export function Curve({ label, hint, pieces, lines, ticks, short, exact, whole }: Props) {
  const [at, setAt] = useState<number | undefined>();
  const most = ticks.at(-1) ?? 1;
  const count = Math.max(pieces.length, 1);
  const x = (index: number) => ((index + 0.5) / count) * 100;
  const y = (value: number) => 100 - (value / most) * 100;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * count);
    setAt(Math.max(0, Math.min(count - 1, index)));
  };
  const step = (event: KeyboardEvent) => {
    const to: Record<string, number | undefined> = {
      ArrowLeft: (at ?? count) - 1,
      ArrowRight: (at ?? -1) + 1,
      Home: 0,
      End: count - 1,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(count - 1, next)));
    } else if (event.key === "Escape") {
      setAt(undefined);
    }
  };
  const every = Math.ceil(count / 6);
  return (
    <div className={styles.curve}>
      <div className={styles.frame}>
        <div className={styles.scale} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} style={{ top: `${String(y(tick))}%` }}>
              {short(tick)}
            </span>
          ))}
        </div>
        <div
          className={styles.plot}
          role="application"
          aria-label={label}
          aria-description={hint}
          tabIndex={0}
          onPointerMove={point}
          onPointerLeave={() => setAt(undefined)}
          onKeyDown={step}
          onBlur={() => setAt(undefined)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
            {ticks.map((tick) => (
              <line key={tick} className={styles.grid} x1="0" x2="100" y1={y(tick)} y2={y(tick)} />
            ))}
            {at !== undefined && <line className={styles.cross} x1={x(at)} x2={x(at)} y1="0" y2="100" />}
            {lines.map((line, index) => (
              <polyline
                key={line.key}
                className={styles.line}
                stroke={colour(index)}
                points={line.values.map((value, piece) => `${String(x(piece))},${String(y(value))}`).join(" ")}
              />
            ))}
          </svg>
          {lines.map((line, index) =>
            line.values.map(
              (value, piece) =>
                (count <= 31 || piece === at) && (
                  <span
                    key={`${line.key} ${String(piece)}`}
                    className={styles.dot}
                    data-at={piece === at || undefined}
                    style={{ left: `${String(x(piece))}%`, top: `${String(y(value))}%`, background: colour(index) }}
                  />
                ),
            ),
          )}
        </div>
        <div className={styles.times} aria-hidden>
          {pieces.map(
            (piece, index) =>
              index % every === 0 && (
                <span
                  key={piece}
                  data-minor={(index / every) % 2 === 1 || undefined}
                  style={{ left: `${String(x(index))}%` }}
                >
                  {piece}
                </span>
              ),
          )}
        </div>
      </div>
      <div role="status" className={styles.legend}>
        <span className={styles.when}>{at === undefined ? whole : pieces[at]}</span>
        <ul>
          {lines.map((line, index) => (
            <li key={line.key}>
              <span className={styles.key} style={{ background: colour(index) }} />
              <span className={styles.name}>{line.name}</span>
              <span className={styles.value}>{at === undefined ? line.total : exact(line.values[at] ?? 0)}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function colour(index: number): string {
  const place = COLOURS[index];
  return place === undefined ? "var(--tenant-others)" : `var(--tenant-${String(place)})`;
}
