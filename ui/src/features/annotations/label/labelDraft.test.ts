import { describe, expect, it } from "vitest";
import type { Criterion } from "@/api/types";
import { conflictsIn, EVERYWHERE } from "@/shared/keys/shortcutRegistry";
import { type Draft, EMPTY_DRAFT, isComplete, keyHints, press, type Question, saidOf } from "./labelDraft";

const criterion = (name: string, scale: number): Criterion => ({
  name,
  scale,
  description: "",
  weight: 0.5,
  levels: {},
});
const THUMBS: Question = { ask: "thumbs", criteria: [] };
const STARS: Question = { ask: "stars", criteria: [] };
const RUBRIC: Question = {
  ask: "rubric",
  criteria: [criterion("Accuracy", 5), criterion("Tone", 1), criterion("Depth", 100)],
};

function type(question: Question, keys: string[], from: Draft = EMPTY_DRAFT) {
  let draft = from;
  const wishes = keys.map((key) => {
    const pressed = press(question, draft, key);
    draft = pressed.draft;
    return pressed.wish;
  });
  return { draft, wishes: wishes.filter((wish) => wish !== null) };
}

describe("labelling by keyboard", () => {
  it("says good or bad by one key, and goes on by Enter only then", () => {
    expect(type(THUMBS, ["Enter"]).wishes).toEqual([]);
    const { draft, wishes } = type(THUMBS, ["y", "n", "Enter"]);
    expect(draft.good).toBe(false);
    expect(wishes).toEqual(["send"]);
    expect(saidOf(THUMBS, draft)).toEqual({ good: false, note: "" });
  });

  it("takes 1 to 5 stars and no other number", () => {
    expect(type(STARS, ["0", "6", "9"]).draft.stars).toBeNull();
    expect(type(STARS, ["2", "4"]).draft.stars).toBe(4);
  });

  it("goes from criterion to criterion, and back to the one that is missing", () => {
    const first = type(RUBRIC, ["4"]).draft;
    expect([first.criteria, first.at]).toEqual([{ Accuracy: 4 }, 1]);
    expect(type(RUBRIC, ["7", "9"]).draft.criteria).toEqual({});
    expect(type(RUBRIC, ["Enter", "Enter"])).toEqual({ draft: EMPTY_DRAFT, wishes: [] });
    const jumped = type(RUBRIC, ["ArrowDown", "ArrowDown", "7", "5", "Enter"]).draft;
    expect([jumped.criteria, jumped.at]).toEqual([{ Depth: 75 }, 0]);
    const all = type(RUBRIC, ["3", "1", "8", "0", "Enter"]);
    expect(all.wishes).toEqual(["send"]);
    expect(saidOf(RUBRIC, all.draft)).toEqual({ criteria: { Accuracy: 3, Tone: 1, Depth: 80 }, note: "" });
  });

  it("corrects what was typed, and begins anew where a number would be too large", () => {
    const at = { ...EMPTY_DRAFT, at: 2 };
    expect(type(RUBRIC, ["1", "0", "0"], at).draft.criteria).toEqual({ Depth: 100 });
    expect(type(RUBRIC, ["1", "0", "1"], at).draft.criteria).toEqual({ Depth: 1 });
    const cleared = type(RUBRIC, ["9", "Backspace"], at).draft;
    expect([cleared.criteria, isComplete(RUBRIC, cleared)]).toEqual([{}, false]);
  });

  it("skips, undoes, helps and opens the note; N is bad where good or bad is asked", () => {
    expect(type(STARS, ["s", "u", "?", "n", "m"]).wishes).toEqual(["skip", "undo", "help", "note", "note"]);
    expect(type(THUMBS, ["n", "m"]).wishes).toEqual(["note"]);
    for (const question of [THUMBS, STARS]) expect(conflictsIn(EVERYWHERE, keyHints(question))).toEqual([]);
    expect(keyHints(THUMBS).map(({ keys }) => keys.join())).toContain("M");
    expect(keyHints(STARS).map(({ keys }) => keys.join())).toContain("N");
  });
});
