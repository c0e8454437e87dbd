import { describe, expect, it } from "vitest";
import { formatBytes } from "@/shared/format/quantities";
import { cellText, datasetNameOf } from "./importFile";
import { bareName, type Mapping, mappingProblems, summary, withName, withTarget } from "./columnUses";
import { grouped, placeText, type RowProblem, rowsWithProblems } from "./rowProblems";

const mapping: Mapping = {
  question: { target: "variable", name: "question", json: false },
  answer: { target: "expected", name: null, json: false },
  id: { target: "ignore", name: null, json: false },
};

describe("mapping", () => {
  it("is complete with one variable", () => {
    expect(mappingProblems(mapping)).toEqual({});
    expect(summary(mapping)).toBe("1 variable, expected, 1 left out");
  });
  it("needs a variable", () => {
    expect(mappingProblems(withTarget(mapping, "question", "tags"))[""]).toContain("at least one");
  });
  it("refuses two columns for one thing, but not for tags", () => {
    expect(mappingProblems(withTarget(mapping, "id", "expected"))).toEqual({ id: "“answer” is already used for this" });
    const same = withName(withTarget(mapping, "id", "variable"), "id", "question");
    expect(mappingProblems(same)).toEqual({ id: "“question” is already used for this" });
    expect(mappingProblems(withTarget(withTarget(mapping, "id", "tags"), "answer", "tags"))).toEqual({});
  });
  it("names a variable so that a prompt can write it, and keeps the column's name as key of the metadata", () => {
    expect(
      withTarget({ "Ticket id (new)": { target: "ignore", json: false } }, "Ticket id (new)", "variable")[
        "Ticket id (new)"
      ]?.name,
    ).toBe("Ticket_id_new");
    expect(withTarget(mapping, "id", "metadata")["id"]?.name).toBe("id");
    expect(bareName("***")).toBe("column");
  });
  it("wants a name", () => {
    expect(mappingProblems(withName(mapping, "question", " "))["question"]).toBe("Name is required");
  });
});

describe("problems", () => {
  const problem = (row: number, message: string, column: string | null = "a"): RowProblem => ({
    row,
    line: row + 1,
    column,
    message,
  });
  it("of one kind are told once, the most frequent first", () => {
    const groups = grouped([problem(1, "x"), problem(2, "y"), problem(3, "y"), problem(4, "y", "b")]);
    expect(groups.map(({ message, problems }) => [message, problems.length])).toEqual([
      ["y", 2],
      ["x", 1],
      ["y", 1],
    ]);
  });
  it("count rows, not problems", () => {
    expect(rowsWithProblems([problem(1, "x"), problem(1, "y"), problem(2, "x")])).toBe(2);
    expect(placeText(problem(4, "x"))).toBe("row 4, line 5");
  });
});

describe("files", () => {
  it("give a dataset its first name", () => {
    expect(datasetNameOf("support_tickets-march.csv")).toBe("Support tickets march");
    expect(datasetNameOf(".csv")).toBe("");
  });
  it("have a size people can read, and cells they can see", () => {
    expect([formatBytes(12), formatBytes(1_500), formatBytes(12_345), formatBytes(2_500_000)]).toEqual([
      "12 B",
      "1.5 kB",
      "12 kB",
      "2.5 MB",
    ]);
    expect(cellText({ a: 1 })).toBe('{"a":1}');
    expect(cellText(null)).toBe("");
  });
});
