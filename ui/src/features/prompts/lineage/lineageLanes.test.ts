import { describe, expect, it } from "vitest";
import type { LineageGraph } from "@/api/types";
import { closedAtFirst, lanesIn, rowsOf, sectionsOf } from "./lineageLanes";

const node = (number: number, value: number | null = null): LineageGraph["nodes"][number] => ({
  version: `v${number}`,
  number,
  labels: [],
  origin: "saved",
  author: "Olga",
  changelog: "",
  scale: null,
  metric: value === null ? null : "Grader",
  target: null,
  run: null,
  run_number: null,
  at: "2026-01-01T00:00:00Z",
  composite: value === null ? null : { value, low: value - 0.1, high: value + 0.1, n: 10, clusters: 10, method: "t" },
});
const edge = (from: number, to: number): LineageGraph["edges"][number] => ({
  from: `v${from}`,
  to: `v${to}`,
  verdict: null,
  effect: null,
  sentence: null,
  against: null,
  comparable: null,
  suggestion: null,
  experiment: null,
  experiment_name: null,
  iteration: null,
  iteration_number: null,
});
const graph = (count: number, parents: Record<number, number> = {}): LineageGraph => ({
  nodes: Array.from({ length: count }, (_, index) => node(index + 1)),
  edges: Array.from({ length: count - 1 }, (_, index) => edge(parents[index + 2] ?? index + 1, index + 2)),
  sources: [],
  left_out: 0,
  metric: null,
  target: null,
  metrics: [],
  targets: [],
});

describe("the lineage of a prompt", () => {
  it("is one line, newest on top, where each version came from the one before", () => {
    const rows = rowsOf(graph(3), new Set());
    expect(rows.map(({ entry }) => entry.id)).toEqual(["v3", "v2", "v1"]);
    expect(rows.map(({ lanes }) => lanes.lane)).toEqual([0, 0, 0]);
    expect(rows.map(({ lanes: { above, below } }) => [above, below])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  it("gives a branch a lane of its own, which ends at the version both came from", () => {
    // 4 was edited from 1, while 2 and 3 go on from each other.
    const rows = rowsOf(graph(4, { 4: 1 }), new Set());
    expect(rows.map(({ lanes }) => lanes.lane)).toEqual([0, 1, 1, 0]);
    expect(rows[1]?.lanes.through).toEqual([0]);
    expect(rows[3]?.lanes.joining).toEqual([1]);
    expect(lanesIn(rows)).toBe(2);
  });

  it("puts the old ones of a long history together in tens, and still knows who came from whom", () => {
    const long = graph(107);
    const closed = closedAtFirst(long);
    const rows = rowsOf(long, closed);
    expect(sectionsOf(long)).toHaveLength(11);
    expect(rows.filter(({ entry }) => entry.kind === "version").map(({ entry }) => entry.id)).toEqual([
      "v107",
      "v106",
      "v105",
      "v104",
      "v103",
      "v102",
      "v101",
    ]);
    expect(rows.filter(({ entry }) => entry.kind === "section")).toHaveLength(10);
    expect(rows.slice(0, -1).every(({ lanes }) => lanes.below)).toBe(true);
    expect(lanesIn(rows)).toBe(1);
  });

  it("shows twenty versions without any section", () => {
    expect(rowsOf(graph(20), closedAtFirst(graph(20)))).toHaveLength(20);
  });

  it("begins with the version of another prompt that a fork came from", () => {
    const forked: LineageGraph = {
      ...graph(2),
      sources: [{ version: "far", prompt: "p", prompt_name: "Greeter", number: 7 }],
    };
    forked.edges.push({ ...edge(0, 1), from: "far" });
    const rows = rowsOf(forked, new Set());
    expect(rows.at(-1)?.entry).toMatchObject({ kind: "source", id: "far" });
    expect(rows.at(-2)?.entry).toMatchObject({ parentNumber: 7 });
    expect(rows.at(-2)?.lanes.below).toBe(true);
  });

  it("warns where a score and that of its parent do not mean the same", () => {
    const scored = {
      ...graph(3),
      nodes: [node(1, 0.4), node(2, 0.5), node(3, 0.6)],
      edges: [
        { ...edge(1, 2), comparable: true },
        { ...edge(2, 3), comparable: false },
      ],
    };
    const found = rowsOf(scored, new Set()).map(({ entry }) => (entry.kind === "version" ? entry.otherTerms : null));
    expect(found).toEqual([2, null, null]);
  });
});
