import { describe, expect, it } from "vitest";
import { workbenchSearch } from "./workbenchSearch";

describe("the address of the workbench", () => {
  it("keeps the run, the cell, the panel and the filters", () => {
    const all = {
      run: "r",
      cell: 7,
      panel: "history",
      state: "failed",
      search: "x",
      sort: "cost",
      by: 1,
      descending: true,
      flagged: true,
      low: 0.5,
      metric: "length",
    };
    expect(workbenchSearch(all)).toEqual(all);
  });
  it("keeps a comparison, and its parts only with it", () => {
    const comparison = { run: "r", compare: "q", column: 1, other_column: 2, kind: "broken" };
    expect(workbenchSearch(comparison)).toEqual(comparison);
    expect(workbenchSearch({ kind: "broken", other_column: 2 })).toEqual({});
  });
  it("drops what nobody could have meant", () => {
    expect(
      workbenchSearch({
        run: 5,
        cell: -1,
        panel: "x",
        compare: "q",
        kind: "<b>",
        other_column: 1.5,
        low: 7,
        sort: "position",
      }),
    ).toEqual({ compare: "q" });
  });
});
