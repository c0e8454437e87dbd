import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { scaleOf, UNIT } from "@/shared/charts/estimateText";
import { ApiError } from "@/shared/http/apiError";
import { turnedTags } from "./board/tagScores";
import { withOrder, withSource, withTag } from "./board/leaderboardUrlState";
import { letterOf, matrixOf, meetingWords, refusal, shownSource, strengthRows, wonShare } from "./duels/duelMatrix";
import { staleBoards } from "./events";
import {
  allThatFit,
  byVersion,
  chosenWords,
  EMPTY_BOARD,
  problemsIn,
  refusals,
  refusedBecause,
} from "./form/boardForm";
import { boardKey, boardsBelow, boardsKey } from "./keys";
import { listed, namesOf } from "./entryNames";
import type { BoardRow, Candidate, Contestant, DuelBook, Duels, Estimate } from "./types";
import { isTooSoon, progressWords, wishOf } from "./vote/voteShortcuts";
import { aboutWords, inOrder, measureWords, rankRange, rankText, rankWords, scaleFor } from "./leaderboardPhrasing";

const ranked = (rank: number | null, low = rank, high = rank) => ({ rank, rank_low: low, rank_high: high });

describe("ranks", () => {
  const all = [ranked(1, 1, 2), ranked(1, 1, 3), ranked(3, 2, 3), ranked(null)];
  it("are shared by those that cannot be told apart, and say how sure they are", () => {
    expect(all.map((one) => rankText(one, all))).toEqual(["=1", "=1", "3", "–"]);
    expect(rankRange(ranked(1, 1, 3))).toBe("1 to 3");
    expect([rankRange(ranked(2)), rankRange(ranked(1, 2, 2))]).toEqual([null, "2"]);
    expect(rankWords(all[1] ?? ranked(1), all)).toBe("Rank 1, shared. About 95% sure that its true place is 1 to 3");
    expect(rankWords(ranked(null), all)).toContain("too many scores are missing");
  });
});

describe("a board in words", () => {
  it("says what it is about, and on which scale", () => {
    const board = { rows: [], dataset_name: "Riddles", dataset_version: 3, cases: 200, tag: "logic" };
    expect(aboutWords(board)).toBe("0 entries on Riddles v3, 200 cases tagged logic");
    expect([scaleFor({ scale: null }), scaleFor({ scale: 10 })]).toEqual([UNIT, scaleOf(10)]);
    expect(measureWords({ panel: ["Exact match"] }, UNIT)).toBe("Exact match, from 0 to 1");
    expect(measureWords({ panel: ["A", "B"] }, scaleOf(10))).toBe("Score, of 10");
  });
  it("puts what is not known last", () => {
    const rows = [
      { entry: 1, cost_per_answer_usd: null, latency_p50_ms: 5 },
      { entry: 2, cost_per_answer_usd: { value: 2 }, latency_p50_ms: null },
      { entry: 3, cost_per_answer_usd: { value: 1 }, latency_p50_ms: 3 },
    ] as BoardRow[];
    const order = (by: "rank" | "cost" | "latency") => inOrder(rows, by).map(({ entry }) => entry);
    expect([order("rank"), order("cost"), order("latency")]).toEqual([
      [1, 2, 3],
      [3, 2, 1],
      [3, 1, 2],
    ]);
  });
  it("keeps only what differs from the usual in the address", () => {
    expect(withTag({ tag: "a", order: "cost" }, null)).toEqual({ order: "cost" });
    expect(withOrder({ order: "cost" }, "rank")).toEqual({});
    expect(withSource({}, "votes")).toEqual({ duels: "votes" });
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });
  it("finds the tags in which the order turns round, and trusts no handful of cases", () => {
    const grade = (value: number, clusters = 50): Estimate => ({
      value,
      low: value - 0.05,
      high: value + 0.05,
      n: clusters,
      clusters,
      method: "t",
    });
    const rows = [{ name: "a" }, { name: "b" }] as BoardRow[];
    const groups = [
      { tag: "logic", cases: 50, grades: [grade(0.5), grade(0.8)] },
      { tag: "poems", cases: 4, grades: [grade(0.5, 4), grade(0.8, 4)] },
      { tag: "code", cases: 50, grades: [grade(0.8), grade(0.82)] },
    ];
    expect(turnedTags(groups, rows)).toEqual([{ tag: "logic", name: "b" }]);
  });
});

describe("duels", () => {
  const one = (entry: number, rank: number): Contestant => ({
    entry,
    strength: 0.5,
    low: 0.4,
    high: 0.6,
    rank,
    rank_low: 1,
    rank_high: 2,
    wins: 3,
    duels: 4,
  });
  const duels = {
    items: [one(7, 1), one(5, 1)],
    matrix: [
      [
        { wins: 0, losses: 0, ties: 0, n: 0 },
        { wins: 1, losses: 3, ties: 0, n: 4 },
      ],
      [
        { wins: 3, losses: 1, ties: 0, n: 4 },
        { wins: 0, losses: 0, ties: 0, n: 0 },
      ],
    ],
  } as unknown as Duels;
  const entered = (entry: number, name: string): DuelBook["entries"][number] => ({
    entry,
    name,
    model_id: "m",
    model_name: name,
    provider: "SIMULATED",
    prompt_id: "p",
    prompt_name: "Answers",
    prompt_version: 1,
    parameters: {},
  });
  const book: DuelBook = { entries: [entered(5, "a"), entered(7, "b")], judges: null, votes: duels, both: duels };
  it("stand in the order of strength, whatever the order they came in", () => {
    expect(matrixOf(duels, book.entries)).toEqual([
      { entry: 7, cells: [null, { wins: 3, losses: 1, ties: 0, n: 4 }] },
      { entry: 5, cells: [{ wins: 1, losses: 3, ties: 0, n: 4 }, null] },
    ]);
    expect(
      strengthRows(duels.items, namesOf(book.entries)).map(({ lead, label, text }) => [lead, label, text]),
    ).toEqual([
      ["=1", "b", "75% won"],
      ["=1", "a", "75% won"],
    ]);
    expect(meetingWords("b", "a", { wins: 3, losses: 1, ties: 0.5, n: 4.5 })).toBe(
      "b against a: 3 won, 1 lost, 0.5 tied, of 4.5",
    );
  });
  it("count a tie as half for both, and head columns with letters", () => {
    expect([
      wonShare({ wins: 3, losses: 1, ties: 0, n: 4 }),
      wonShare({ wins: 1, losses: 1, ties: 2, n: 4 }),
      wonShare({ wins: 0, losses: 0, ties: 0, n: 0 }),
    ]).toEqual([0.75, 0.5, null]);
    expect([0, 25, 26, 53].map(letterOf)).toEqual(["A", "Z", "AA", "BB"]);
  });
  it("show what there is, and say why the rest is not", () => {
    expect(shownSource(book, "judges")).toBe("both");
    expect(shownSource({ ...book, votes: null, both: null }, "votes")).toBeNull();
    expect([refusal(book, "judges"), refusal(book, "votes")]).toEqual([
      "No pairwise judge has scored these runs",
      undefined,
    ]);
  });
});

describe("a new board", () => {
  const run = (number: number, terms: string | null, reasons: string[] = [], version = 3): Candidate => ({
    run: `r${number}`,
    number,
    name: "",
    state: "completed",
    created_at: "",
    dataset_version: version,
    cases: 10,
    trials: 1,
    columns: [
      { model_name: "m", prompt_name: "p", version: 1 },
      { model_name: "n", prompt_name: "p", version: 1 },
    ],
    scorers: [],
    terms,
    fits: reasons.length === 0,
    reasons: reasons.map((sentence) => ({ run: `r${number}`, number, code: "x", sentence })),
  });
  const all = [
    run(1, "t"),
    run(2, "t"),
    run(3, "u", ["Run #3 was judged otherwise."]),
    run(4, null, ["Run #4 is not completed."], 2),
  ];
  it("names all that is missing at once", () => {
    expect(problemsIn(EMPTY_BOARD)).toEqual({ name: "Name is required", dataset: "Choose a dataset" });
    expect(problemsIn({ name: "a", dataset: { id: "d", name: "D" }, runs: [] })).toEqual({
      runs: "Choose at least one run",
    });
  });
  it("lets the first run be any that can stand at all, and holds the others against it", () => {
    expect(all.map((one) => refusedBecause(one, [], all))).toEqual([[], [], [], ["Run #4 is not completed."]]);
    expect(all.map((one) => refusedBecause(one, ["r1"], all))).toEqual([
      [],
      [],
      ["Run #3 was judged otherwise."],
      ["Run #4 is not completed."],
    ]);
    expect(refusedBecause(run(5, "u"), ["r1"], all)).toEqual(["This run is not comparable with run #1."]);
    expect(allThatFit(["r1"], all)).toEqual(["r1", "r2"]);
    expect(chosenWords(["r1", "r2"], all)).toBe("2 runs with 4 columns");
  });
  it("lets a chosen run be taken off again, whatever became of it", () => {
    expect(refusedBecause(run(4, null, ["gone"]), ["r4"], all)).toEqual([]);
  });
  it("groups runs by version, the newest first", () => {
    expect(byVersion(all).map(({ version, items }) => [version, items.length])).toEqual([
      [3, 3],
      [2, 1],
    ]);
  });
  it("says what the server refused, run by run", () => {
    expect(
      refusals(
        new ApiError(409, {
          message: "Not equal",
          details: { reasons: [{ sentence: "Run #3 was judged otherwise." }, {}] },
        }),
      ),
    ).toEqual(["Run #3 was judged otherwise."]);
    expect(refusals(new ApiError(409, { message: "This name is taken" }))).toEqual(["This name is taken"]);
  });
});

describe("voting", () => {
  it("takes its keys in either case, and no others", () => {
    expect(["1", "ArrowLeft", "2", "ArrowRight", "t", "T", "B", "u", "?", "3", "Enter"].map(wishOf)).toEqual([
      "left",
      "left",
      "right",
      "right",
      "tie",
      "tie",
      "both_bad",
      "undo",
      "help",
      null,
      null,
    ]);
    expect(wishOf("constructor")).toBeNull();
  });
  it("takes a second press right after the first for a slip", () => {
    expect([isTooSoon(1_000, 1_200), isTooSoon(1_000, 1_500)]).toEqual([true, false]);
    expect(progressWords({ mine: 3, left_to_do: 17 })).toBe("Pair 4 of 20");
  });
});

it("reads a board again when it was changed, and all of them when a run is done", () => {
  const event = (type: string, data: object) => ({ type, data }) as ProjectEvent;
  expect(staleBoards("p", event("board.changed", { id: "b" }))).toEqual([boardsKey("p"), boardKey("p", "b")]);
  expect(staleBoards("p", event("run.completed", {}))).toEqual([boardsBelow("p")]);
  expect(staleBoards("p", event("alert.raised", {}))).toEqual([]);
});
