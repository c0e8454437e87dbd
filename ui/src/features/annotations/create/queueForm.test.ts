import { describe, expect, it } from "vitest";
import { bodyOf, labelsAsked, NEW_QUEUE, problemsIn } from "./queueForm";

const READY = { ...NEW_QUEUE, run: "r", name: " Tone " };

describe("a new queue", () => {
  it("names all that is missing at once", () => {
    expect(Object.keys(problemsIn({ ...NEW_QUEUE, ask: "rubric", count: "0", columns: [] }))).toEqual([
      "run",
      "name",
      "rubric",
      "count",
      "columns",
    ]);
    expect(problemsIn(READY)).toEqual({});
  });

  it("takes no limit as all, but a sample needs a size", () => {
    expect(problemsIn({ ...READY, pick: "all", count: "" })).toEqual({});
    expect(problemsIn({ ...READY, count: "" }).count).toContain("whole number");
    expect(problemsIn({ ...READY, pick: "low", below: "2" }).below).toBe("A number from 0 to 1");
  });

  it("tells the server only what counts for the choice", () => {
    const body = bodyOf({ ...READY, rubric: "left over", pick: "all", count: "", columns: [1], people: 2 });
    expect(body).toMatchObject({
      name: "Tone",
      rubric: null,
      people_per_item: 2,
      cells: { pick: "all", count: null, columns: [1] },
    });
  });

  it("says how many labels people are asked for", () => {
    expect(labelsAsked(200, { ...READY, people: 3 })).toBe(150);
    expect(labelsAsked(20, { ...READY, people: 2 })).toBe(40);
  });
});
