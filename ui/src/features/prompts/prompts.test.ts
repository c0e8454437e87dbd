import { describe, expect, it } from "vitest";
import type { ProjectEvent, PromptCard, PromptContent } from "@/api/types";
import {
  newMessage,
  newTool,
  sameContent,
  textsOf,
  toContent,
  typingProblems,
  valuesOf,
  withTexts,
} from "./draft/draftContent";
import { moved, replaced, without } from "./editor/listEdits";
import { piecesOf } from "./editor/promptHighlights";
import { TABS, troubledTabs } from "./editor/editorTabs";
import { type PromptList, reducePrompts, stalePrompts, whoChanged } from "./events";
import { shownAt } from "./promptUrlState";
import { conversation, sentValues } from "./preview/sampleValues";
import { setLabels } from "./promptPhrasing";

const CONTENT: PromptContent = {
  system: "Be kind.",
  few_shots: [{ user: "Hi", assistant: "Hello" }],
  messages: [
    {
      role: "assistant",
      content: "{{it}}",
      tool_calls: [{ id: "1", name: "search", arguments: "{}" }],
      tool_call_id: null,
    },
  ],
  tools: [{ name: "search", description: "Finds", parameters: { type: "object" } }],
  output: { kind: "schema", schema: { type: "object", required: ["a"] } },
  parameters: { temperature: 0.5, stop: ["END"] },
};

describe("content", () => {
  it("comes back from the editor as it went in", () => {
    const back = toContent(valuesOf(CONTENT));
    expect(back).toEqual(CONTENT);
  });
  it("always has a message to begin with", () => {
    expect(valuesOf({ ...CONTENT, messages: [] }).messages).toMatchObject([{ role: "user", content: "" }]);
  });
  it("is the same however JSON is indented or sorted", () => {
    const values = valuesOf(CONTENT);
    const sorted = { ...values, output: { kind: "schema" as const, schema: '{"required":["a"],"type":"object"}' } };
    expect(sameContent(sorted, values)).toBe(true);
    expect(sameContent({ ...values, system: "Be curt." }, values)).toBe(false);
  });
  it("is never the same while something cannot be sent", () => {
    const values = valuesOf(CONTENT);
    const broken = { ...values, output: { ...values.output, schema: '{"type": ' } };
    expect(typingProblems(broken)).toHaveProperty(["output.schema"]);
    expect(sameContent(broken, broken)).toBe(false);
  });
  it("names the field that cannot be sent", () => {
    const values = {
      ...valuesOf(CONTENT),
      messages: [{ ...newMessage("assistant"), toolCalls: '[{"name": 1}]' }],
      tools: [{ ...newTool(), parameters: "[]" }],
      parameters: { temperature: "hot" },
    };
    expect(Object.keys(typingProblems(values))).toEqual([
      "messages.0.tool_calls",
      "tools.0.parameters",
      "parameters.temperature",
    ]);
  });
  it("takes arguments of a tool call as an object, too", () => {
    const values = {
      ...valuesOf(CONTENT),
      messages: [{ ...newMessage("assistant"), toolCalls: '[{"id": "1", "name": "f", "arguments": {"a": 1}}]' }],
    };
    expect(toContent(values).messages?.[0]?.tool_calls).toEqual([{ id: "1", name: "f", arguments: '{"a":1}' }]);
  });
  it("puts converted texts back where they were", () => {
    const values = valuesOf(CONTENT);
    const shouted = withTexts(
      values,
      textsOf(values).map((text) => text.toUpperCase()),
    );
    expect(textsOf(shouted)).toEqual(["BE KIND.", "HI", "HELLO", "{{IT}}"]);
    expect(shouted.tools).toBe(values.tools);
  });
});

describe("marks", () => {
  const marked = (text: string) =>
    piecesOf(text)
      .filter(({ kind }) => kind !== null)
      .map(({ text: piece, kind }) => `${kind}:${piece}`);
  it("find variables, tags and the word json", () => {
    expect(marked('Answer {{größe}} as JSON in <response lang="de">…</response>')).toEqual([
      "variable:{{größe}}",
      "json:JSON",
      'tag:<response lang="de">',
      "tag:</response>",
    ]);
  });
  it("leave look-alikes alone", () => {
    expect(marked("{single} {{two words}} jsonl 1 < 2 > 0 a<b")).toEqual([]);
    expect(marked("{{json}}")).toEqual(["variable:{{json}}"]);
  });
  it("lose no letter", () => {
    const text = "a {{b}} <c> json {{d}}";
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });
});

describe("the editor's tabs", () => {
  it("say what is in them", () => {
    const words = Object.fromEntries(
      TABS.map(({ value, summary }) => [value, summary(valuesOf(CONTENT), "response_json")]),
    );
    expect(words).toEqual({
      messages: null,
      system: "set",
      few_shots: "1",
      tools: "1",
      output: "<response> JSON",
      parameters: "2",
    });
  });
  it("say where something is wrong, but not that nothing is written yet", () => {
    const troubled = troubledTabs({ "output.schema": "x" }, [
      { field: "tools.0.name", message: "x" },
      { field: "messages", message: "x" },
    ]);
    expect([...troubled]).toEqual(["tools", "output"]);
  });
});

it("moves, replaces and removes items of a list", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(replaced([{ a: 1, b: 1 }], 0, { b: 2 })).toEqual([{ a: 1, b: 2 }]);
  expect(without(["a", "b"], 0)).toEqual(["b"]);
});

describe("sample values", () => {
  it("are sent as text, unless they are a conversation", () => {
    const talk = '[{"role": "user", "content": "Hi"}]';
    expect(sentValues({ a: "[1, 2]", b: talk, c: "" }, null)).toEqual({
      a: "[1, 2]",
      b: [{ role: "user", content: "Hi" }],
    });
    expect(sentValues({ a: "1", b: "2" }, ["a"])).toEqual({ a: "1" });
    expect(conversation('[{"role": ')).toBeNull();
  });
});

describe("the address", () => {
  it("shows what is there and nothing else", () => {
    expect(shownAt({ a: 1, b: 3 }, 3)).toEqual({ kind: "compare", a: 1, b: 3 });
    expect(shownAt({ a: 1, b: 4 }, 3)).toEqual({ kind: "draft", from: null });
    expect(shownAt({ version: 2 }, 3)).toEqual({ kind: "version", number: 2 });
    expect(shownAt({ version: 1.5 }, 3)).toEqual({ kind: "draft", from: null });
    expect(shownAt({ from: 2 }, 3)).toEqual({ kind: "draft", from: 2 });
    expect(shownAt({ view: "lineage" }, 3)).toEqual({ kind: "lineage" });
  });
});

describe("events", () => {
  const event = (type: string, data: Record<string, unknown>): ProjectEvent => ({
    number: 1,
    type,
    at: "2026-05-01T12:00:00Z",
    actor: { kind: "user", id: "u1", label: "Grace" },
    data,
  });
  const list = {
    pages: [
      {
        items: [
          { id: "1", name: "One" },
          { id: "2", name: "Two" },
        ] as PromptCard[],
        next_cursor: null,
      },
    ],
    pageParams: [null],
  } as PromptList;
  const names = (of: PromptList) => of.pages.flatMap((page) => page.items.map(({ name }) => name));

  it("take a removed prompt out and show a new name", () => {
    expect(names(reducePrompts(list, event("prompt.removed", { id: "1" })))).toEqual(["Two"]);
    expect(names(reducePrompts(list, event("prompt.changed", { id: "2", name: "Second" })))).toEqual(["One", "Second"]);
    expect(reducePrompts(list, event("try.finished", { id: "1" }))).toBe(list);
  });
  it("say what has to be read again", () => {
    expect(stalePrompts("p", event("label.moved", { id: "1" }))).toEqual([
      ["prompts", "p"],
      ["prompt", "p", "1"],
    ]);
    expect(stalePrompts("p", event("model.added", { id: "1" }))).toEqual([]);
  });
  it("tell who changed a prompt", () => {
    const events = [
      event("prompt.changed", { id: "2", revision: 9 }),
      event("prompt.changed", { id: "1", revision: 4 }),
    ];
    expect(whoChanged(events, { id: "1", revision: 4 })?.label).toBe("Grace");
    expect(whoChanged(events, { id: "1", revision: 5 })).toBeNull();
  });
});

it("shows production first and latest never", () => {
  expect(setLabels({ latest: 3, beta: 1, production: 2 })).toEqual([
    ["production", 2],
    ["beta", 1],
  ]);
});
