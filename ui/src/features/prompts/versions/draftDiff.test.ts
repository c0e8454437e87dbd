import { describe, expect, it } from "vitest";
import { type DraftValues, newMessage, newTool } from "../draft/draftContent";
import { compareValues } from "./draftDiff";

const values = (content: string, part: Partial<DraftValues> = {}): DraftValues => ({
  system: "",
  messages: [{ ...newMessage("user"), content }],
  fewShots: [],
  tools: [],
  output: { kind: "auto", schema: "" },
  parameters: {},
  ...part,
});
const linesOf = (before: string, after: string) =>
  compareValues(values(before), values(after)).find(({ part }) => part === "messages")?.lines;

describe("compareValues", () => {
  it("finds nothing between a text and itself, whatever keys its fields have", () => {
    expect(compareValues(values("One\ntwo"), values("One\ntwo")).some(({ changed }) => changed)).toBe(false);
  });

  it("shows what went and what came, with the lines around it", () => {
    const lines = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const after = lines.with(5, "F!");
    expect(linesOf(lines.join("\n"), after.join("\n"))).toEqual([
      "@@ -4,7 +4,7 @@",
      " c",
      " d",
      " e",
      "-f",
      "+F!",
      " g",
      " h",
      " i",
    ]);
  });

  it("cuts two far changes into two places", () => {
    const lines = Array.from({ length: 20 }, (_, index) => String(index));
    const found = linesOf(lines.join("\n"), ["new", ...lines.slice(0, -1)].join("\n"));
    expect(found?.filter((line) => line.startsWith("@@"))).toEqual(["@@ -1,4 +1,5 @@", "@@ -18,4 +19,3 @@"]);
    expect(found?.at(-1)).toBe("-19");
  });

  it("says the same of JSON that is only written otherwise", () => {
    const tool = (parameters: string) => values("x", { tools: [{ ...newTool(), name: "t", parameters }] });
    expect(compareValues(tool('{"a":1}'), tool('{\n  "a": 1\n}')).some(({ changed }) => changed)).toBe(false);
    expect(
      compareValues(tool('{"a":1}'), tool('{"a":2}'))
        .filter(({ changed }) => changed)
        .map(({ part }) => part),
    ).toEqual(["tools"]);
  });

  it("tells parameters and the output apart from the text", () => {
    const changed = compareValues(
      values("x"),
      values("x", { parameters: { temperature: "0.2" }, output: { kind: "json", schema: "" } }),
    );
    expect(changed.filter((part) => part.changed).map(({ part, lines }) => [part, lines])).toEqual([
      ["output", ["@@ -1,1 +1,1 @@", "-auto", "+json"]],
      ["parameters", ["@@ -0,0 +1,1 @@", "+temperature: 0.2"]],
    ]);
  });
});
