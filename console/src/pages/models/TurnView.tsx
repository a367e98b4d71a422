import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { GatewayBroke, GatewayRefusal } from "../../api/gateway";
import type { Model, Plan, PriceBook, Tenant } from "../../api/types";
import { useWords } from "../../i18n/language";
import { price } from "../../i18n/money";
import { exact, short } from "../../i18n/numbers";
import { duration } from "../../i18n/times";
import { Unknown } from "../../ui/Unknown";
import styles from "./Playground.module.css";
import { chatPrice } from "./chat-price";
import { type Turn, tokensPerSecond } from "./use-chat";

export interface Prices {
  model: Model | undefined;
  tenant: Tenant | undefined;
  books: readonly PriceBook[] | undefined;
  plans: readonly Plan[] | undefined;
}

/** A question, its answer as it comes, and what the answer took. */
export function TurnView({
  turn,
  modelName,
  prices,
  url,
}: {
  turn: Turn;
  modelName: string;
  prices: Prices;
  url: string;
}) {
  const t = useWords();
  const p = t.serving.playground;
  return (
    <li className={styles.turn}>
      <div className={styles.said} data-who="you">
        <h3>{p.you}</h3>
        <p>{turn.question}</p>
      </div>
      <div className={styles.said}>
        <h3>{modelName}</h3>
        {turn.answer !== "" && <p>{turn.answer}</p>}
        {turn.state === "answering" && turn.answer === "" && <p className={styles.faint}>{p.answering}</p>}
        {turn.state === "stopped" && <p className={styles.faint}>{p.stopped}</p>}
        {turn.cutOff && <p className={styles.faint}>{p.cutOff}</p>}
        {turn.failure && <Failure failure={turn.failure} url={url} />}
        {turn.state === "done" && <Measured turn={turn} prices={prices} />}
      </div>
    </li>
  );
}

function Failure({ failure, url }: { failure: NonNullable<Turn["failure"]>; url: string }) {
  const t = useWords();
  const p = t.serving.playground;
  if (failure instanceof GatewayBroke) {
    return (
      <div className={styles.failure} role="alert">
        <CircleAlert size={16} aria-hidden />
        <p>{p.broken}</p>
      </div>
    );
  }
  const known: Record<string, string | undefined> = p.next;
  const refused = failure instanceof GatewayRefusal;
  const next = refused
    ? ((failure.code === undefined ? undefined : known[failure.code]) ??
      (failure.status >= 500 ? p.next.server : p.next.otherwise))
    : p.unreachableNext;
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={16} aria-hidden />
      <div>
        <strong>{refused ? `${p.failed} (${failure.code ?? p.status(failure.status)})` : p.unreachable(url)}</strong>
        {refused && failure.message !== "" && <p lang="en">{failure.message}</p>}
        <p>{next}</p>
      </div>
    </div>
  );
}

/** Tokens, times and cost of an answer that is whole. */
function Measured({ turn, prices }: { turn: Turn; prices: Prices }) {
  const t = useWords();
  const p = t.serving.playground;
  const speed = tokensPerSecond(turn);
  const cost =
    turn.tokens && prices.model
      ? chatPrice(prices.model, prices.tenant, prices.books, prices.plans, turn.tokens)
      : undefined;
  const millis = (value: number | undefined) => (value === undefined ? <Unknown /> : duration(t.words.units, value));
  return (
    <dl className={styles.measured}>
      <Value name={p.input}>
        {turn.tokens ? p.tokens(exact(turn.tokens.prompt), turn.tokens.prompt === 1) : <NotSaid />}
      </Value>
      <Value name={p.output}>
        {turn.tokens ? p.tokens(exact(turn.tokens.completion), turn.tokens.completion === 1) : <NotSaid />}
      </Value>
      <Value name={p.firstToken}>{millis(turn.firstMillis)}</Value>
      <Value name={p.speed}>{speed === undefined ? <Unknown /> : p.perSecond(short(speed))}</Value>
      <Value name={p.whole}>{millis(turn.wholeMillis)}</Value>
      {cost && (
        <Value
          name={p.cost}
          title={
            cost.free === "NO_PRICE" ? undefined : p.priced(price(cost.inputPerMillion), price(cost.outputPerMillion))
          }
        >
          {cost.free === undefined ? price(cost.list) : p.free[cost.free]}
          {cost.free !== undefined && cost.free !== "NO_PRICE" && Number(cost.list.amount) > 0 && (
            <span className={styles.faint}> ({p.freeMeans(price(cost.list))})</span>
          )}
        </Value>
      )}
      {turn.requestId !== undefined && (
        <Value name={p.request}>
          <code>{turn.requestId}</code>
        </Value>
      )}
    </dl>
  );
}

function NotSaid() {
  const t = useWords();
  return (
    <span title={t.serving.playground.noUsage}>
      <Unknown />
    </span>
  );
}

function Value({ name, title, children }: { name: string; title?: string | undefined; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
