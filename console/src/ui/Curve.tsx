import { type KeyboardEvent, type PointerEvent, useState } from "react";
import styles from "./Curve.module.css";

export interface CurveLine {
  key: string;
  name: string;
  /** One for each piece of time; undefined where nothing is known: gaps stay gaps. */
  values: readonly (number | undefined)[];
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
  /** Above which something is wrong: a thin line, named. */
  threshold?: { value: number; name: string };
  /** For little room. */
  low?: boolean;
}

/** The colours that lines wear in turn: those that show best on both grounds come first. */
const COLOURS = [0, 2, 5, 8, 7, 9, 3, 1];

/** Lines over time. Pointing at a piece of time (or the arrow keys) gives its numbers beside the names. */
export function Curve({ label, hint, pieces, lines, ticks, short, exact, whole, threshold, low }: Props) {
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
    <div className={styles.curve} data-low={low === true ? true : undefined}>
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
            {threshold && (
              <line className={styles.threshold} x1="0" x2="100" y1={y(threshold.value)} y2={y(threshold.value)} />
            )}
            {at !== undefined && <line className={styles.cross} x1={x(at)} x2={x(at)} y1="0" y2="100" />}
            {lines.flatMap((line, index) =>
              runs(line.values).map((run) => (
                <polyline
                  key={`${line.key} ${String(run[0]?.piece)}`}
                  className={styles.line}
                  stroke={colour(index)}
                  points={run.map(({ piece, value }) => `${String(x(piece))},${String(y(value))}`).join(" ")}
                />
              )),
            )}
          </svg>
          {lines.map((line, index) =>
            line.values.map(
              (value, piece) =>
                value !== undefined &&
                (count <= 31 || piece === at || alone(line.values, piece)) && (
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
                  key={index}
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
              <span className={styles.value}>{at === undefined ? line.total : known(line.values[at], exact)}</span>
            </li>
          ))}
          {threshold && (
            <li>
              <span className={styles.thresholdKey} />
              <span className={styles.name}>{threshold.name}</span>
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}

function known(value: number | undefined, text: (value: number) => string): string {
  return value === undefined ? "–" : text(value);
}

/** A value between gaps: a line of one point isn't seen. */
function alone(values: readonly (number | undefined)[], piece: number): boolean {
  return values[piece - 1] === undefined && values[piece + 1] === undefined;
}

/** The pieces of a line between its gaps. */
function runs(values: readonly (number | undefined)[]): { piece: number; value: number }[][] {
  const all: { piece: number; value: number }[][] = [];
  values.forEach((value, piece) => {
    if (value !== undefined) {
      if (piece === 0 || values[piece - 1] === undefined) {
        all.push([]);
      }
      all.at(-1)?.push({ piece, value });
    }
  });
  return all;
}

function colour(index: number): string {
  const place = COLOURS[index];
  return place === undefined ? "var(--tenant-others)" : `var(--tenant-${String(place)})`;
}
