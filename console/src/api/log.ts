/** A workload's log as it grows. */
export interface LogView {
  lines: readonly string[];
  /** The last line has no end yet: more of it may come. */
  open: boolean;
  /** Lines that were here and made room for newer ones. */
  dropped: number;
  /** Bytes that were gone from the server before they could be read. */
  missedBytes: number;
  state: "connecting" | "following" | "ended" | "lost";
}

export interface LogPiece {
  offset: number;
  next: number;
  text: string;
}

/** More than anybody reads; the whole log is a request away. */
export const KEPT_LINES = 5_000;

export const EMPTY_LOG: LogView = { lines: [], open: false, dropped: 0, missedBytes: 0, state: "connecting" };

// ESC [ … letter (colours, cursor) and ESC ] … BEL (titles): what a terminal would act on and a page can't show.
// eslint-disable-next-line no-control-regex
const TERMINAL_CODES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007]*(?:\u0007|\u001b\\))/g;

/** The view after one more piece; `expected` is where the piece before it ended. */
export function appended(view: LogView, piece: LogPiece, expected: number | undefined): LogView {
  const lines = [...view.lines];
  const incoming = shown(piece.text).split("\n");
  if (view.open && lines.length > 0) {
    lines.push((lines.pop() ?? "") + (incoming.shift() ?? ""));
  }
  lines.push(...incoming);
  const open = lines.at(-1) !== "";
  if (!open) {
    lines.pop();
  }
  const surplus = Math.max(0, lines.length - KEPT_LINES);
  return {
    lines: surplus > 0 ? lines.slice(surplus) : lines,
    open,
    dropped: view.dropped + surplus,
    missedBytes: view.missedBytes + (expected === undefined ? 0 : Math.max(0, piece.offset - expected)),
    state: "following",
  };
}

/** Progress bars rewrite their line with a carriage return: the last writing is what a terminal shows. */
function shown(text: string): string {
  return text
    .replace(TERMINAL_CODES, "")
    .replace(/\r\n/g, "\n")
    .replace(/[^\n]*\r(?=[^\n])/g, "")
    .replace(/\r/g, "");
}

const REOPEN_MILLIS = 3_000;

/**
 * Follows a log until `stop` is called. A broken connection is resumed by the browser where it was; one that the
 * server refused is opened anew, from the log's tail.
 */
export function followLog(
  tenant: string,
  workload: string,
  onChange: (change: (view: LogView) => LogView) => void,
): () => void {
  const path = `/api/v1/tenants/${encodeURIComponent(tenant)}/workloads/${encodeURIComponent(workload)}/log/stream`;
  let source: EventSource;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let expected: number | undefined;

  function open(): void {
    source = new EventSource(`${path}?tailLines=${KEPT_LINES}`);
    source.onopen = () => onChange((view) => ({ ...view, state: "following" }));
    source.addEventListener("log", (message: MessageEvent<string>) => {
      const piece = JSON.parse(message.data) as LogPiece;
      const from = expected;
      expected = piece.next;
      onChange((view) => appended(view, piece, from));
    });
    source.addEventListener("end", () => {
      source.close();
      onChange((view) => ({ ...view, state: "ended" }));
    });
    source.onerror = () => {
      onChange((view) => ({ ...view, state: "lost" }));
      if (source.readyState === EventSource.CLOSED) {
        reopen = setTimeout(() => {
          expected = undefined;
          onChange(() => EMPTY_LOG);
          open();
        }, REOPEN_MILLIS);
      }
    };
  }

  open();
  return () => {
    clearTimeout(reopen);
    source.close();
  };
}
