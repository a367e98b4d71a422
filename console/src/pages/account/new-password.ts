import { type Failure, ProblemError } from "../../api/failure";
import type { Words } from "../../i18n/dictionary";

const SHORTEST = 12;
const LONGEST = 128;

/** What is wrong with a password that was entered twice; the server says the rest. */
export function passwordErrors(t: Words, password: string, again: string): { next?: string; again?: string } {
  const characters = Array.from(password).length;
  if (characters < SHORTEST) {
    return { next: t.people.password.short };
  }
  if (characters > LONGEST) {
    return { next: t.people.password.long };
  }
  return password === again ? {} : { again: t.people.password.differ };
}

/** Whether the server names this field among what is wrong. */
export function isAbout(failure: Failure, pointer: string): boolean {
  return failure instanceof ProblemError && (failure.problem.errors ?? []).some((each) => each.pointer === pointer);
}
