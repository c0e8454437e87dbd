import { describe, expect, it } from "vitest";
import { readFiles, toolOf, withFiles } from "./importFiles";
import {
  fileOfProblem,
  type ImportReport,
  inexactOf,
  missingModels,
  type ModelChoice,
  modelRows,
  scorerName,
  totalsOf,
  whyNoSuite,
} from "./importReport";
import { guessTool } from "./importTools";

describe("guessTool", () => {
  const guess = (path: string, sample: string) => guessTool([{ path, sample }]);
  it("recognizes promptfoo by the name, the keys and the names in an archive", () => {
    expect(guess("evals/promptfooconfig.yml", "")).toBe("promptfoo");
    expect(guess("config.yaml", "description: x\nprompts:\n  - a\ntests: []\n")).toBe("promptfoo");
    expect(guess("evals.zip", "…promptfooconfig.yaml…")).toBe("promptfoo");
    expect(guess("docker.yaml", "services:\n")).toBeNull();
  });
  it("recognizes exports by fields that only one tool has", () => {
    expect(guess("eval.json", '{"object": "eval", "id": "eval_1"}')).toBe("openai");
    expect(guess("prompts.json", '[{"id": "pmpt_68"}]')).toBe("openai");
    expect(guess("items.jsonl", '{"input": 1, "expectedOutput": 2, "datasetId": "x"}')).toBe("langfuse");
    expect(guess("examples.csv", "inputs.a,outputs.b,source_run_id")).toBe("langsmith");
    expect(guess("events.jsonl", '{"_xact_id": "1", "input": {}}')).toBe("braintrust");
    expect(guess("phoenix.csv", "example_id,input,output")).toBe("phoenix");
  });
  it("takes other data files as rows, and leaves the choice for the rest", () => {
    expect(guess("train.jsonl", '{"question": "a"}')).toBe("rows");
    expect(guess("notes.txt", "hello")).toBeNull();
    expect(guess("evals.zip", "a.json")).toBeNull();
  });
  it("takes the data files of a configuration as part of it", () => {
    const files = [
      { path: "tests.csv", sample: "country\n" },
      { path: "promptfooconfig.yaml", sample: "" },
    ];
    expect(guessTool(files)).toBe("promptfoo");
  });
});

describe("readFiles", () => {
  it("sends text as text and anything else in base64", async () => {
    const binary = new File([new Uint8Array([0x50, 0x4b, 0xff])], "evals.zip");
    const { files, unread } = await readFiles([new File(["a: é"], "a.yaml"), binary]);
    expect(files.map(({ body }) => body)).toEqual([
      { path: "a.yaml", text: "a: é" },
      { path: "evals.zip", base64: "UEv/" },
    ]);
    expect(unread).toEqual([]);
    expect(toolOf(files, "langfuse")).toBe("langfuse");
  });
  it("replaces a file that is dropped again", async () => {
    const { files: first } = await readFiles([new File(["1"], "a.csv"), new File(["2"], "b.csv")]);
    const { files: second } = await readFiles([new File(["3"], "a.csv")]);
    expect(withFiles(first, second).map(({ body }) => [body.path, body.text])).toEqual([
      ["b.csv", "2"],
      ["a.csv", "3"],
    ]);
  });
});

function choice(source: string, use: ModelChoice["use"], model: string | null): ModelChoice {
  return { source, use, name: source, model, offered: [] };
}

describe("reports", () => {
  const whole: ImportReport = {
    name: "Capitals",
    counts: [
      { part: "prompt", mapped: 2, approximated: 0, skipped: 0 },
      { part: "assertion", mapped: 5, approximated: 3, skipped: 4 },
    ],
    entries: [
      { place: "tests[0]", part: "assertion", name: "ruby", fidelity: "skipped", reason: "No such check", count: 2 },
      { place: "tests[1]", part: "assertion", name: "is-sql", fidelity: "approximated", reason: "Close", count: 3 },
      { place: "prompts[0]", part: "prompt", name: "A", fidelity: "mapped", reason: "", count: 1 },
    ],
    entries_left_out: 0,
    prompts: [{ name: "A", grader: false, preview: "" }],
    datasets: [{ name: "Capitals", cases: 3, columns: [] }],
    scorers: ["case_checks"],
    models: [choice("openai:a", "target", null), choice("grader", "grader", null), choice("openai:a", "grader", null)],
  };
  const nobody = new Set<string>();

  it("sum the parts, and tell how many inexact ones are not listed", () => {
    expect(totalsOf(whole)).toEqual({ mapped: 7, approximated: 3, skipped: 4 });
    expect(inexactOf(whole).entries.map(({ name }) => name)).toEqual(["ruby", "is-sql"]);
    expect(inexactOf(whole).unlisted).toBe(2);
  });
  it("call a scorer by its name, or by its kind in words", () => {
    expect([scorerName("case_checks"), scorerName("G-Eval")]).toEqual(["Case checks", "G-Eval"]);
  });
  it("have one row for each model", () => {
    expect(modelRows(whole.models).map(({ choice: { source }, uses }) => [source, uses])).toEqual([
      ["openai:a", ["target", "grader"]],
      ["grader", ["grader"]],
    ]);
    expect(missingModels(whole.models, nobody)).toContain("2 models");
    expect(missingModels(whole.models, new Set(["openai:a", "grader"]))).toBeNull();
  });
  it("say why there is no suite", () => {
    expect(whyNoSuite(whole, nobody)).toContain("Choose a model");
    expect(whyNoSuite(whole, new Set(["openai:a"]))).toBeNull();
    expect(whyNoSuite({ ...whole, models: [choice("a", "target", "0199")] }, nobody)).toBeNull();
    expect(whyNoSuite({ ...whole, scorers: [] }, nobody)).toContain("no assertions");
    expect(whyNoSuite({ ...whole, prompts: [{ name: "R", grader: true, preview: "" }] }, nobody)).toContain(
      "no prompt",
    );
  });
  it("name the file of a problem, the longest path first", () => {
    const paths = ["a.yaml", "evals/a.yaml", "b.csv"];
    expect(fileOfProblem("evals/a.yaml, line 2 is not valid YAML or JSON", paths)).toBe("evals/a.yaml");
    expect(fileOfProblem("The files hold neither prompts nor rows", paths)).toBeNull();
  });
});
