import { useEffect, useRef, useState } from "react";
import {
  type ChatBody,
  GatewayBroke,
  GatewayRefusal,
  GatewayUnreachable,
  type TokenCount,
  chat,
} from "../../api/gateway";

/** One question and its answer, as far as it has come. */
export interface Turn {
  question: string;
  answer: string;
  state: "answering" | "done" | "stopped" | "failed";
  failure: GatewayRefusal | GatewayUnreachable | GatewayBroke | undefined;
  tokens: TokenCount | undefined;
  /** Reached the most tokens that were asked for. */
  cutOff: boolean;
  requestId: string | undefined;
  /** From sending to the first text and to the last, in milliseconds. */
  firstMillis: number | undefined;
  lastMillis: number | undefined;
  wholeMillis: number | undefined;
}

const ASKED: Omit<Turn, "question"> = {
  answer: "",
  state: "answering",
  failure: undefined,
  tokens: undefined,
  cutOff: false,
  requestId: undefined,
  firstMillis: undefined,
  lastMillis: undefined,
  wholeMillis: undefined,
};

/** A conversation with a model. It lives as long as the page. */
export function useChat() {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const change = (to: (turn: Turn) => Turn) =>
    setTurns((all) => all.map((turn, index) => (index === all.length - 1 ? to(turn) : turn)));

  async function ask(gatewayUrl: string, key: string, body: ChatBody, question: string): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setTurns((all) => [...all, { ...ASKED, question }]);
    const start = performance.now();
    const since = () => performance.now() - start;
    try {
      await chat(
        gatewayUrl,
        key,
        body,
        {
          onRequestId: (requestId) => change((turn) => ({ ...turn, requestId })),
          onText: (text) => {
            const at = since();
            change((turn) => ({
              ...turn,
              answer: turn.answer + text,
              firstMillis: turn.firstMillis ?? at,
              lastMillis: at,
            }));
          },
          onUsage: (tokens) => change((turn) => ({ ...turn, tokens })),
          onFinish: (reason) => change((turn) => ({ ...turn, cutOff: reason === "length" })),
        },
        controller.signal,
      );
      change((turn) => ({ ...turn, state: "done", wholeMillis: since() }));
    } catch (error) {
      if (controller.signal.aborted) {
        change((turn) => ({ ...turn, state: "stopped", wholeMillis: since() }));
        return;
      }
      if (!(error instanceof GatewayRefusal || error instanceof GatewayUnreachable || error instanceof GatewayBroke)) {
        throw error;
      }
      change((turn) => ({ ...turn, state: "failed", failure: error, wholeMillis: since() }));
    }
  }

  return {
    turns,
    answering: turns.at(-1)?.state === "answering",
    ask,
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort();
      setTurns([]);
    },
  };
}

/** Tokens a second from the first one to the last; undefined where there are too few to tell. */
export function tokensPerSecond({ tokens, firstMillis, lastMillis }: Turn): number | undefined {
  if (tokens === undefined || tokens.completion < 2 || firstMillis === undefined || lastMillis === undefined) {
    return undefined;
  }
  const millis = lastMillis - firstMillis;
  return millis <= 0 ? undefined : ((tokens.completion - 1) * 1000) / millis;
}
