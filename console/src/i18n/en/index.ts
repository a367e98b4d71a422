import { alerts, webhooks } from "./alerts";
import { billing } from "./billing";
import { events } from "./events";
import { explanation } from "./explanation";
import { frame, problem, signIn } from "./frame";
import { overview } from "./overview";
import { palette } from "./palette";
import { people } from "./people";
import { serving } from "./serving";
import { submit } from "./submit";
import { tenants } from "./tenants";
import { keys, usage } from "./usage";
import { words } from "./words";
import { detail, workloads } from "./workloads";

export const en = {
  words,
  frame,
  signIn,
  problem,
  overview,
  workloads,
  detail,
  submit,
  explanation,
  billing,
  serving,
  usage,
  keys,
  tenants,
  events,
  palette,
  people,
  alerts,
  webhooks,
};
