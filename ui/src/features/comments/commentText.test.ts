import { expect, it } from "vitest";
import { partsOf, textOf, typedMention, withMention, writingOf } from "./commentText";

const ANN = "018f0000-0000-7000-8000-000000000001";
const ANN_LEE = "018f0000-0000-7000-8000-000000000002";
const GONE = "018f0000-0000-7000-8000-000000000003";

it("finds mentions and links, and nothing else", () => {
  expect(partsOf(`Hi @[${ANN}], see https://example.com/a?b=1. <b>@[x]</b> @[${GONE}]`, { [ANN]: "Ann" })).toEqual([
    { kind: "text", text: "Hi " },
    { kind: "mention", name: "Ann" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "https://example.com/a?b=1" },
    { kind: "text", text: ". <b>@[x]</b> " },
    { kind: "mention", name: null },
  ]);
  expect(partsOf("javascript:alert(1)", {})).toEqual([{ kind: "text", text: "javascript:alert(1)" }]);
});

it("shows names in the editor and sends ids", () => {
  const stored = `@[${ANN_LEE}] and @[${ANN}], not @[${GONE}]`;

  const writing = writingOf(stored, { [ANN]: "Ann", [ANN_LEE]: "Ann Lee" });

  expect(writing.text).toBe(`@Ann Lee and @Ann, not @[${GONE}]`);
  expect(textOf(writing)).toBe(stored);
  expect(textOf({ ...writing, text: "@Annabel and @Bob" })).toBe("@Annabel and @Bob");
});

it("completes the name before the caret", () => {
  expect(typedMention("Hi @an", 6)).toEqual({ at: 3, typed: "an" });
  expect(typedMention("mail me@example", 15)).toBeNull();

  const first = withMention({ text: "Hi @an!", people: {} }, 6, { id: ANN, name: "Ann", email: "ann@example.com" });

  expect(first.writing.text).toBe("Hi @Ann !");
  expect(first.caret).toBe(8);
  const same = { ...first.writing, text: "@Ann @a" };
  const second = withMention(same, 7, { id: ANN_LEE, name: "Ann", email: "lee@example.com" });
  expect(textOf(second.writing)).toBe(`@[${ANN}] @[${ANN_LEE}]`);
});
