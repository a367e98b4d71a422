import type { TokenCount } from "../../api/gateway";
import type { Model, Money, Plan, PriceBook, Tenant } from "../../api/types";

/** What an answer costs the tenant whose key it was asked with. */
export interface ChatPrice {
  /** By the price book, whoever pays. */
  list: Money;
  /** Why it costs nothing, where it does. */
  free: "OWN_MODEL" | "UNLIMITED" | "NO_PRICE" | undefined;
  inputPerMillion: Money;
  outputPerMillion: Money;
}

/** As many digits after the point as a single answer's cost needs. */
const DIGITS = 6;

/** Undefined where the prices are not known to whoever looks. */
export function chatPrice(
  model: Model,
  tenant: Tenant | undefined,
  books: readonly PriceBook[] | undefined,
  plans: readonly Plan[] | undefined,
  tokens: TokenCount,
): ChatPrice | undefined {
  const book = books?.find((each) => each.metadata.name === tenant?.spec.priceBook);
  if (!tenant || !book || !plans) {
    return undefined;
  }
  const price = book.spec.tokens?.find((each) => each.model === model.metadata.name);
  const plan = plans.find((each) => each.metadata.name === tenant.spec.plans.tokens);
  const money = (amount: string): Money => ({ amount, currency: book.spec.currency });
  const input = price?.inputPerMillion ?? "0";
  const output = price?.outputPerMillion ?? "0";
  const list = (tokens.prompt * Number(input) + tokens.completion * Number(output)) / 1_000_000;
  return {
    list: money(list.toFixed(DIGITS)),
    free:
      model.metadata.tenant === tenant.metadata.name
        ? "OWN_MODEL"
        : plan?.spec.type === "UNLIMITED"
          ? "UNLIMITED"
          : price === undefined
            ? "NO_PRICE"
            : undefined,
    inputPerMillion: money(input),
    outputPerMillion: money(output),
  };
}
