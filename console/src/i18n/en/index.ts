import { explanation } from "./explanation";
import { frame, problem, signIn } from "./frame";
import { overview } from "./overview";
import { submit } from "./submit";
import { words } from "./words";
import { detail, workloads } from "./workloads";

export const en = { words, frame, signIn, problem, overview, workloads, detail, submit, explanation };
