import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  EMPTY_FORM,
  type GenerationForm,
  generationProblems,
  likeOf,
  MOST_TYPES,
  suggestedName,
  toggledType,
  toWish,
} from "./generationForm";
import { originFacts, originTitle } from "./originText";
import { QuestionList, type WrittenQuestion } from "./QuestionList";
import { TypeChoice } from "./TypeChoice";
import type { Origin } from "./types";
import { type ExampleCases, showable } from "./useExampleCases";

const form = (part: Partial<GenerationForm> = {}): GenerationForm => ({ ...EMPTY_FORM, topic: "railways", ...part });
const ONE = "01990000-0000-7000-8000-000000000001";
const TWO = "01990000-0000-7000-8000-000000000002";

describe("the wish", () => {
  it("asks for ten questions of plain shape unless told otherwise", () => {
    expect(toWish(form(), null, [])).toEqual({
      instructions: "",
      types: [],
      topic: "railways",
      difficulty: "mixed",
      count: 10,
      kind: "synthetic",
      diversity: 7,
      languages: [],
      variables: ["question"],
    });
  });
  it("fills the columns of the dataset it is for, and names what it resembles", () => {
    expect(toWish(form({ variables: ["other"] }), { id: "d", columns: ["text", "lang"] }, [ONE])).toMatchObject({
      variables: ["text", "lang"],
      dataset: "d",
      like: [ONE],
    });
    expect(toWish(form({ variables: ["own"] }), { id: "d", columns: [] }, [])).toMatchObject({
      variables: ["own"],
      dataset: "d",
    });
  });
  it("resembles nothing where there is no dataset to take it from", () => {
    expect(toWish(form(), null, [ONE])).not.toHaveProperty("like");
  });
  it("reads languages one by one", () => {
    expect(toWish(form({ languages: " English, ,German " }), null, []).languages).toEqual(["English", "German"]);
  });
});

describe("what is missing", () => {
  it("is nothing once there is something to write about", () => {
    expect(generationProblems(form(), [])).toEqual({});
    expect(generationProblems(form({ topic: "", types: ["logic"] }), [])).toEqual({});
    expect(generationProblems(form({ topic: "" }), [ONE])).toEqual({});
    expect(generationProblems(form({ topic: "  " }), [])).toHaveProperty("about");
  });
  it.each(["", "0", "501", "2.5", "ten"])("is a number where %j stands", (count) => {
    expect(generationProblems(form({ count }), [])).toHaveProperty("count");
  });
  it("is a variable where all were taken away", () => {
    expect(generationProblems(form({ variables: [] }), [])).toHaveProperty("variables");
  });
});

describe("types", () => {
  it("come and go, each once and not too many", () => {
    expect(toggledType(["logic"], " Coding ")).toEqual(["logic", "coding"]);
    expect(toggledType(["logic"], "logic")).toEqual([]);
    const full = Array.from({ length: MOST_TYPES }, (_, index) => `t${index}`);
    expect(toggledType(full, "one more")).toEqual(full);
  });
  it("of one's own are added by Enter, which does not send the form", async () => {
    const [change, submit] = [vi.fn(), vi.fn()];
    render(
      <form onSubmit={submit}>
        <TypeChoice types={["logic"]} onChange={change} />
      </form>,
    );
    await userEvent.type(screen.getByLabelText("Another type"), "Geography{Enter}");
    expect(change).toHaveBeenCalledWith(["logic", "geography"]);
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "logic" }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("names and addresses", () => {
  it("suggest a name of what was asked for", () => {
    expect(suggestedName(form())).toBe("Railways questions");
    expect(suggestedName(form({ topic: "", types: ["logic", "math"] }))).toBe("Logic, math questions");
    expect(suggestedName(form({ topic: "" }))).toBe("Generated questions");
    expect(suggestedName(form({ topic: "x".repeat(200) }))).toHaveLength(100);
  });
  it("take only ids from an address, each once", () => {
    expect(likeOf(`${ONE},${TWO},${ONE},nonsense`)).toEqual([ONE, TWO]);
    expect(likeOf(undefined)).toEqual([]);
  });
});

it("shows no model what is held out or gone", () => {
  const liked = [
    { id: "a", one: { split: "train" }, gone: false },
    { id: "b", one: { split: "holdout" }, gone: false },
    { id: "c", one: null, gone: true },
    { id: "d", one: null, gone: false },
  ] as ExampleCases[];
  expect(showable(liked)).toEqual(["a", "d"]);
});

describe("questions of a model", () => {
  const questions: WrittenQuestion[] = [
    {
      values: { question: "<img src=x onerror=alert(1)>\u202Egnp" },
      expected: "**42**",
      tags: ["logic"],
      difficulty: 3,
    },
    { values: { question: "Second", context: "More" }, tags: [] },
  ];
  it("are shown letter by letter, never as markup", () => {
    const { container } = render(<QuestionList questions={questions} out={new Set()} onToggle={() => undefined} />);
    expect(container.querySelector("img")).toBeNull();
    expect(screen.getByText("<img src=x onerror=alert(1)>[U+202E]gnp")).toBeTruthy();
    expect(screen.getByText("**42**")).toBeTruthy();
  });
  it("are kept or left out one by one", async () => {
    const toggle = vi.fn();
    render(<QuestionList questions={questions} out={new Set([1])} onToggle={toggle} />);
    expect(screen.getByRole("checkbox", { name: "Keep question 1" }).getAttribute("aria-checked")).toBe("true");
    await userEvent.click(screen.getByRole("checkbox", { name: "Keep question 2" }));
    expect(toggle).toHaveBeenCalledWith(1);
  });
});

describe("origins", () => {
  const origin: Origin = {
    id: "o",
    version: 2,
    kind: "generated",
    added: 9,
    assist: "a",
    model: "m",
    model_name: "gpt-4o",
    instructions: "",
    types: ["logic"],
    topic: "railways",
    difficulty: "hard",
    asked: 10,
    made: 9,
    duplicates: 1,
    unusable: 0,
    cost_usd: "0.002",
    source_dataset: null,
    source_name: null,
    source_version: null,
    by: "Ann",
    at: "2026-01-01T00:00:00Z",
  };
  it("say who wrote the questions and what came of it", () => {
    expect(originTitle(origin)).toBe("9 questions written by gpt-4o");
    expect(originFacts(origin)).toEqual([
      "about railways",
      "logic",
      "hard",
      "9 of 10 written",
      "1 duplicate left out",
      "$0.0020",
    ]);
  });
  it("say which dataset gave the cases", () => {
    const merged: Origin = { ...origin, kind: "merged", added: 1, source_name: "Support", source_version: 3 };
    expect(originTitle(merged)).toBe("1 case merged from Support, version 3");
    expect(originFacts(merged)).toEqual(["1 duplicate left out"]);
  });
});
