import { describe, expect, it } from "vitest";
import { beginSequence, endSequence, inSequence } from "./sequence";
import { conflictsIn, EVERYWHERE, REVIEW, ROOM_SHORTCUTS, VOTING, WORKBENCH } from "./shortcutRegistry";

describe("the registry of shortcuts", () => {
  it.each([
    ["everywhere", []],
    ["the workbench", WORKBENCH],
    ["voting", VOTING],
    ["a review", REVIEW],
  ])("binds no key twice: %s", (_, screen) => {
    expect(conflictsIn(EVERYWHERE, screen)).toEqual([]);
  });

  it("finds a key with two meanings, also in a sequence, and a key that begins one", () => {
    const runs = { keys: ["G", "R"], text: "Go to runs" };
    expect(conflictsIn([runs], [{ keys: ["G", "R"], text: "Go to reports" }])).toEqual(["G R"]);
    expect(conflictsIn([runs], [{ keys: ["G"], text: "Show scores" }])).toEqual(["G"]);
    expect(
      conflictsIn(
        [runs],
        [
          { keys: ["R", "↵"], text: "Run", either: true },
          { keys: ["R"], text: "Reset" },
        ],
      ),
    ).toEqual(["R"]);
    expect(conflictsIn([runs], [runs])).toEqual([]);
  });

  it("leads to every room by its own key", () => {
    expect(new Set(ROOM_SHORTCUTS.map(({ path }) => path)).size).toBe(ROOM_SHORTCUTS.length);
  });
});

describe("a sequence", () => {
  it("lasts a second after its first key, or until it is completed", () => {
    beginSequence(1_000);
    expect(inSequence(1_500)).toBe(true);
    expect(inSequence(2_000)).toBe(false);
    endSequence();
    expect(inSequence(1_500)).toBe(false);
  });
});
