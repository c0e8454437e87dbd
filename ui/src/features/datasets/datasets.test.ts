import { describe, expect, it } from "vitest";
import type { Case, ProjectEvent } from "@/api/types";
import { diffWords } from "@/shared/text/wordDiff";
import { bulkSentence, toBulkChange, UNCHANGED } from "./bulkChange";
import { fittingHeight, layoutOf } from "./caseColumns";
import { caseProblems, placeOf, toContent, valuesOf, withTags } from "./caseForm";
import { differences, firstText, steps, valueText, wordingAt } from "./caseText";
import { type DatasetList, reduceDatasets, staleDatasets } from "./events";
import { allLoaded, countChosen, everything, NOTHING, toChosen, toggled, toggledAll } from "./caseSelection";
import { expectedCounts, splitProblems } from "./splitForm";
import { exportUrl } from "./versionsApi";

const one = (part: Partial<Case> = {}): Case => ({
  id: "c1",
  revision: "r1",
  position: 1,
  since: 1,
  until: null,
  values: { question: "Why?" },
  expected: null,
  tags: [],
  difficulty: null,
  metadata: {},
  split: "none",
  ...part,
});

describe("choosing rows", () => {
  const rows = ["a", "b", "c", "d"];
  it("takes a range with shift, in either direction", () => {
    const first = toggled(NOTHING, rows, "c", false);
    expect([...toggled(first, rows, "a", true).ids].sort()).toEqual(["a", "b", "c"]);
  });
  it("clears a range with shift when its end is unchosen", () => {
    const all = { ...toggledAll(NOTHING, rows), anchor: "b" };
    expect([...toggled(all, rows, "c", true).ids]).toEqual(["a", "d"]);
  });
  it("tells the server of a filter when everything is meant, and of names otherwise", () => {
    expect(toChosen(everything(), { tag: "x" })).toEqual({ filter: { tag: "x" } });
    expect(toChosen(toggled(NOTHING, rows, "b", false), { tag: "x" })).toEqual({ ids: ["b"] });
    expect(countChosen(everything(), 1234)).toBe(1234);
  });
  it("falls back to the loaded rows when one of everything is taken out", () => {
    const left = toggled(everything(), rows, "b", false);
    expect(left.everything).toBe(false);
    expect([...left.ids]).toEqual(["a", "c", "d"]);
  });
  it("never calls an empty table fully chosen", () => {
    expect(allLoaded(NOTHING, [])).toBe(false);
    expect(toggledAll(toggledAll(NOTHING, rows), rows)).toEqual(NOTHING);
  });
});

describe("the form of a case", () => {
  it("leaves out columns that stay empty, and keeps those that were emptied", () => {
    const values = valuesOf(["question", "plan"], one({ values: { question: "Why?" } }));
    expect(toContent(values).values).toEqual({ question: "Why?" });
    const emptied = { ...values, fields: values.fields.map((field) => ({ ...field, value: "" })) };
    expect(toContent(emptied).values).toEqual({ question: "" });
  });
  it("wants a name for a new variable, and each name once", () => {
    const values = valuesOf([]);
    expect(caseProblems(values)["value.0"]).toContain("at least one value");
    const twice = {
      ...values,
      fields: [
        { name: "q", value: "1", known: true, was: true },
        { name: " q ", value: "2", known: false, was: false },
      ],
    };
    expect(caseProblems(twice)["name.1"]).toBe("Another variable has this name");
    const unnamed = { ...values, fields: [{ name: " ", value: "x", known: false, was: false }] };
    expect(caseProblems(unnamed)["name.0"]).toBe("Name is required");
  });
  it.each(["[1]", "{", "null", "5"])("refuses %s as metadata", (metadata) => {
    expect(caseProblems({ ...valuesOf(["q"], one()), metadata }).metadata).toBeDefined();
  });
  it("puts what the server refused at its field", () => {
    const values = valuesOf(["question", "a.b"]);
    expect(placeOf(values, "cases.0.values.question")).toBe("value.0");
    expect(placeOf(values, "values.a.b")).toBe("value.1");
    expect(placeOf(values, "metadata")).toBe("metadata");
    expect(placeOf(values, "tags")).toBe("form");
  });
  it("splits pasted tags", () => {
    expect(withTags(["a"], "b, a ;c\n")).toEqual(["a", "b", "c"]);
  });
});

describe("two wordings", () => {
  it("name only what differs, in the order of the dataset", () => {
    const before = one({ values: { b: "1", a: "2" }, difficulty: 2 });
    const after = one({ values: { b: "x", a: "y" }, difficulty: null, split: "train" });
    expect(differences(["a", "b"], before, after).map(({ field }) => field)).toEqual(["a", "b", "Difficulty", "Split"]);
    expect(differences([], before, before)).toEqual([]);
  });
  it("make a history, newest first, whose last step changed nothing", () => {
    const history = steps(["question"], [one({ values: { question: "new" } }), one({ values: { question: "old" } })]);
    expect(history[0]?.changed).toEqual([{ field: "question", before: "old", after: "new" }]);
    expect(history[1]?.changed).toBeNull();
  });
  it("are found by the version that is looked at", () => {
    const history = {
      case: one({ since: 5, until: 8, position: 9 }),
      earlier: [one({ since: 2, until: 5, position: 3 })],
    };
    expect([1, 2, 4, 5, 7, 8].map((version) => wordingAt(history, version)?.position ?? null)).toEqual([
      null,
      3,
      3,
      9,
      9,
      null,
    ]);
  });
  it("read conversations as lines", () => {
    const value = {
      messages: [{ role: "user" as const, content: "Hi", tool_calls: [], tool_call_id: null, files: [] }],
    };
    expect(valueText(value)).toBe("user: Hi");
    expect(firstText(["q"], { values: { q: "", other: value } })).toBe("user: Hi");
  });
});

describe("the words of a difference", () => {
  const text = (kind: string, before: string, after: string) =>
    diffWords(before, after)
      .filter((piece) => piece.kind === kind)
      .map((piece) => piece.text);
  it("marks only the changed words", () => {
    expect(text("gone", "the link is valid for one hour", "the link is valid for one day")).toEqual(["hour"]);
    expect(text("new", "the link is valid for one hour", "the link is valid for one day")).toEqual(["day"]);
  });
  it("does not weave texts that have little in common", () => {
    expect(diffWords("Is there a discount?", "How do I reset a password?").map(({ kind }) => kind)).toEqual([
      "gone",
      "new",
    ]);
  });
  it("loses no letter on the way, whatever the texts", () => {
    for (const [a, b] of [
      ["", "x"],
      ["x", ""],
      ["a  b\nc", "a b\n\nc d"],
      ["same", "same"],
      ["a b c d e", "a x c y e"],
    ] as const) {
      const parts = diffWords(a, b);
      expect(
        parts
          .filter(({ kind }) => kind !== "new")
          .map((piece) => piece.text)
          .join(""),
      ).toBe(a);
      expect(
        parts
          .filter(({ kind }) => kind !== "gone")
          .map((piece) => piece.text)
          .join(""),
      ).toBe(b);
    }
  });
  it("stays quick for long texts", () => {
    const began = performance.now();
    diffWords("a b ".repeat(5_000), "c d ".repeat(5_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe("changing many", () => {
  it("says in words what will happen, and nothing when nothing will", () => {
    expect(bulkSentence(UNCHANGED)).toBeNull();
    expect(bulkSentence({ add: ["a", "b"], remove: [], split: "holdout", difficulty: "none" })).toBe(
      "Adds “a”, “b”, moves the cases to hold-out and clears the difficulty.",
    );
  });
  it("sends only what is to change", () => {
    expect(toBulkChange(UNCHANGED)).toEqual({});
    expect(toBulkChange({ add: [], remove: ["x"], split: "none", difficulty: "4" })).toEqual({
      remove_tags: ["x"],
      split: "none",
      difficulty: 4,
    });
  });
});

describe("splits", () => {
  it("refuses shares and seeds that make no sense", () => {
    expect(splitProblems({ share: "20", seed: "0" })).toEqual({});
    expect(splitProblems({ share: "", seed: "1.5" })).toHaveProperty("share");
    expect(splitProblems({ share: "101", seed: "-1" })).toHaveProperty("seed");
    expect(expectedCounts(10, "25")).toEqual({ holdout: 3, train: 7 });
    expect(expectedCounts(10, "x")).toBeNull();
  });
});

describe("events", () => {
  const list = {
    pages: [{ items: [{ id: "d", name: "Old", version: 1, cases: 2 }], next_cursor: null }],
    pageParams: [null],
  } as unknown as DatasetList;
  const event = (type: string, data: object): ProjectEvent => ({
    number: 1,
    type,
    at: "2026-01-01T00:00:00Z",
    actor: { kind: "user", id: null, label: "" },
    data: data as ProjectEvent["data"],
  });
  it("count a new version at once and take a removed dataset away", () => {
    expect(
      reduceDatasets(list, event("dataset.changed", { id: "d", version: 2, cases: 5 })).pages[0]?.items[0],
    ).toMatchObject({ name: "Old", version: 2, cases: 5 });
    expect(reduceDatasets(list, event("dataset.removed", { id: "d" })).pages[0]?.items).toEqual([]);
    expect(reduceDatasets(list, event("prompt.changed", { id: "d" }))).toBe(list);
  });
  it("make lists and pages of that dataset stale, and nothing of other rooms", () => {
    expect(staleDatasets("p", event("dataset.changed", { id: "d" }))).toEqual([
      ["datasets", "p"],
      ["dataset", "p", "d"],
      ["question-quality", "p", "d"],
      ["question-reviews", "p", "d"],
    ]);
    expect(staleDatasets("p", event("try.finished", {}))).toEqual([]);
  });
});

describe("the table", () => {
  it("gives short values little room and long ones much", () => {
    const cases = [one({ values: { plan: "free", question: "word ".repeat(40) } })];
    const { template } = layoutOf(["plan", "question"], cases);
    expect(template).toMatch(/^88px \d+px minmax\(240px, 6fr\)/);
  });
  it("needs one line where every text is short, and two where one is not", () => {
    expect(fittingHeight(["question"], [one()])).toBe("small");
    expect(fittingHeight(["question"], [one(), one({ values: { question: "a\nb" } })])).toBe("medium");
    expect(fittingHeight(["question"], [])).toBe("medium");
  });
  it("fills the width also when every value is short", () => {
    expect(layoutOf(["plan"], [one({ values: { plan: "free" } })]).template).toContain("1fr");
  });
});

describe("files", () => {
  it("have an address that says what is wanted", () => {
    expect(exportUrl("my project", "d", "safe-csv", 3)).toBe(
      "/api/v1/projects/my%20project/datasets/d/export?format=csv&safe=true&version=3",
    );
    expect(exportUrl("p", "d", "jsonl", null)).toBe("/api/v1/projects/p/datasets/d/export?format=jsonl");
  });
});
