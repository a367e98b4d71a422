import type { Problem } from "./types";

/** The server answered, and the answer was a problem document (or nothing readable: then one is made of the status). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = "ProblemError";
    this.problem = problem;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** No answer: the server is away, or something between here and there is. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("The server does not answer", { cause });
    this.name = "UnreachableError";
  }
}

export type Failure = ProblemError | UnreachableError;

export function isFailure(error: unknown): error is Failure {
  return error instanceof ProblemError || error instanceof UnreachableError;
}

/** Reads a problem document; whatever else came (a proxy's page, an empty body) becomes one. */
export async function problemOf(response: Response): Promise<Problem> {
  const fallback: Problem = {
    type: "about:blank",
    title: response.statusText || `HTTP ${response.status}`,
    status: response.status,
    code: `HTTP_${response.status}`,
  };
  if (!(response.headers.get("content-type") ?? "").includes("json")) {
    return fallback;
  }
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? { ...fallback, ...(body as Partial<Problem>) } : fallback;
  } catch {
    return fallback;
  }
}
