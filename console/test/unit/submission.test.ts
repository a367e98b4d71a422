import { describe, expect, it } from "vitest";
import { problemOf } from "../../src/api/failure";
import type { Problem, Workload } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { commandText } from "../../src/pages/workloads/placement-text";
import { splitCommand } from "../../src/pages/workloads/submit/command-line";
import { EMPTY_FORM, formLike } from "../../src/pages/workloads/submit/form";
import { fieldOf, problemFields } from "../../src/pages/workloads/submit/problem-fields";
import { readForm } from "../../src/pages/workloads/submit/submission";
import { plain } from "./plain";

describe("a command line", () => {
  it("is split as a shell reads words", () => {
    expect(splitCommand(`sh -c 'echo "a  b"; sleep 1' x\\ y "q\\"z" ''`)).toEqual({
      parts: ["sh", "-c", 'echo "a  b"; sleep 1', "x y", 'q"z', ""],
    });
  });

  it("keeps what only a shell would replace", () => {
    expect(splitCommand("echo $HOME *.txt > out | wc")).toEqual({
      parts: ["echo", "$HOME", "*.txt", ">", "out", "|", "wc"],
    });
  });

  it("says which quotation mark is open", () => {
    expect(splitCommand(`echo "a b`)).toEqual({ unclosed: '"' });
  });

  it("comes back the same when it is written out again", () => {
    const command = ["sh", "-c", "echo 'it''s'; exit 3", "", "a b", "--n=5"];
    expect(splitCommand(commandText(command))).toEqual({ parts: command });
  });
});

describe("a form", () => {
  const good = { ...EMPTY_FORM, tenant: "adhoc", command: "python train.py" };

  it("becomes a submission in the contract's units", () => {
    const form = { ...good, kind: "share", memory: "10.5", compute: "25", cpu: "0.5", hostMemory: "2" } as const;
    const { submission, errors } = readForm(en, form);
    expect(errors).toEqual({});
    expect(submission).toEqual({
      spec: {
        type: "BATCH",
        command: ["python", "train.py"],
        cards: 1,
        share: { memoryMib: 10_752, computePermille: 250 },
        cpuMilli: 500,
        hostMemoryMib: 2048,
        priority: 0,
        graceSeconds: 30,
      },
    });
  });

  it("says everything that is wrong at once", () => {
    const { errors } = readForm(en, {
      ...EMPTY_FORM,
      name: "Not Good",
      command: "'open",
      cards: "1.5",
      kind: "share",
      memory: "much",
      environment: "FINE=1\nnot fine",
      grace: "9999",
    });
    expect(errors).toEqual({
      tenant: "This is needed.",
      name: "Lower-case letters, digits and hyphens, starting with a letter, at most 63.",
      command: "A quotation mark is not closed.",
      cards: "A whole number is needed.",
      memory: "A number is needed.",
      environment: '"not fine" is not NAME=value.',
      grace: "Between 0 and 3,600.",
    });
  });

  it("asks for no share and no isolation on CPUs alone", () => {
    const { spec } = readForm(en, { ...good, cards: "0", kind: "share", isolation: "SOFT" }).submission;
    expect([spec.share, spec.isolation]).toEqual([undefined, undefined]);
  });

  it("needs one of a share's memory and compute; the other follows", () => {
    const share = { ...good, kind: "share" } as const;
    expect(readForm(en, share).errors).toEqual({ memory: "Device memory or compute is needed." });
    expect(readForm(en, { ...share, compute: "50" }).submission.spec.share).toEqual({ computePermille: 500 });
    expect(readForm(en, { ...share, memory: "20" }).submission.spec.share).toEqual({ memoryMib: 20_480 });
  });

  it("asks for no level that a share can't have, and no model name that the API does not know", () => {
    const hard = readForm(zh, { ...good, kind: "share", memory: "1", isolation: "HARD" });
    expect(hard.errors.isolation).toBe("份额最高只能做到软隔离（SOFT）；硬隔离（HARD）需要整卡或硬件切片。");
    const odd = readForm(en, { ...good, type: "INFERENCE", serves: true, model: "my model" });
    expect(odd.errors.model).toBe("Letters, digits and . _ : / -, starting with a letter or digit, at most 128.");
  });

  it("can be made from a workload, and gives the same specification again", () => {
    const spec: Workload["spec"] = {
      type: "INFERENCE",
      command: ["serve", "--name", "a b"],
      environment: { A: "1", B: "x=y" },
      pool: "a100",
      cards: 1,
      share: { memoryMib: 20_480, computePermille: 500 },
      isolation: "SOFT",
      cpuMilli: 2500,
      hostMemoryMib: 4096,
      priority: 5,
      graceSeconds: 10,
      serves: { model: "chat-8b", engine: "SIMULATOR", concurrentRequests: 8 },
    };
    const workload: Workload = {
      apiVersion: "wellfield.dev/v1",
      kind: "Workload",
      metadata: { name: "chat", tenant: "inference", version: 4 },
      spec,
      status: { phase: "RUNNING", simulated: true, submittedAt: "2026-03-14T09:26:53Z" },
    };
    expect(readForm(en, formLike(workload)).submission).toEqual({ spec });
  });
});

describe("a problem", () => {
  const problem: Problem = {
    type: "about:blank",
    title: "Invalid",
    status: 400,
    code: "INVALID",
    errors: [
      { pointer: "/spec/share/memoryMib", value: 99_999, expected: "at most 40960" },
      { pointer: "/spec/command/0", value: "", expected: "a program" },
      { pointer: "/spec/command/3", expected: "at most 131072 characters" },
      { pointer: "/unheard-of", expected: "nothing" },
    ],
  };

  it("stands beside the fields that it is about", () => {
    expect(problemFields(en, problem, "adhoc")).toEqual({
      fields: {
        memory: "Expected: at most 40960 (given: 99999)",
        command: "Expected: a program (given: ) Expected: at most 131072 characters",
      },
      general: ["/unheard-of: Expected: nothing"],
    });
  });

  it("is told in the language of the page", () => {
    expect(problemFields(zh, problem, "adhoc").fields.memory).toBe("“99999”不符合要求。服务器说明：“at most 40960”");
  });

  it("without violations is said above the form, as the server's word", () => {
    const { fields, general } = problemFields(en, { ...problem, errors: [], detail: "not now" }, "adhoc");
    expect(fields).toEqual({});
    expect(general).toEqual(["not now"]);
    const chinese = problemFields(zh, { ...problem, errors: [], detail: "not now" }, "adhoc");
    expect(chinese.general).toEqual(["服务器说明：“not now”"]);
  });

  it("of a name that is taken stands beside the name", () => {
    const taken: Problem = { type: "about:blank", title: "In conflict", status: 409, code: "name-taken" };
    expect(problemFields(zh, taken, "adhoc")).toEqual({
      fields: { name: "这个租户已有同名的工作负载。" },
      general: [],
    });
  });

  it("with an explanation is told in its sentences", () => {
    const explanation: NonNullable<Problem["explanation"]> = {
      verdict: "REFUSED",
      at: "2026-03-14T09:26:53Z",
      checks: [{ code: "QUOTA_CEILING", passed: false, dimension: "CONCURRENCY", asked: 1, used: 8, ceiling: 8 }],
      remedies: [],
    };
    const refused: Problem = { type: "about:blank", title: "Refused", status: 422, code: "over-quota", explanation };
    expect(plain(problemFields(en, refused, "adhoc").general)).toEqual([
      "Refused: 1 workload over adhoc's ceiling",
      "It asks for 1 workload; adhoc uses 8 workloads and its ceiling is 8 workloads, so 1 workload too much.",
    ]);
  });

  it("finds the longest pointer that fits, and no other field's", () => {
    expect(fieldOf("/spec/share")).toBe("kind");
    expect(fieldOf("/spec/share/migProfile")).toBe("slice");
    expect(fieldOf("/spec/cardsX")).toBeUndefined();
  });

  it("is made of the status when the answer is no problem document", async () => {
    const page = new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
    expect(await problemOf(page)).toMatchObject({ status: 502, code: "HTTP_502" });
    const broken = new Response("{", { status: 500, headers: { "content-type": "application/problem+json" } });
    expect(await problemOf(broken)).toMatchObject({ status: 500, code: "HTTP_500" });
  });
});
