import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { GridPage } from "@/api/types";
import { rowsKey } from "./gridApi";
import { putPendingMarks, shownAtOnce } from "./marksApi";

describe("marks", () => {
  it("are shown before the server has said yes", () => {
    expect(shownAtOnce({ ordinal: 1, grade: null })).toEqual({ manual: null });
    expect(shownAtOnce({ ordinal: 1, stars: 5 })).toEqual({ manual: 1 });
    expect(shownAtOnce({ ordinal: 1, criteria: { Tone: 3 } })).toEqual({});
    expect(shownAtOnce({ ordinal: 1, flagged: true, note: "" })).toEqual({ flagged: true });
  });
  it("that are on their way outlive rows that the server read before", () => {
    const cache = new QueryClient();
    const key = [...rowsKey("p", "r"), "from", 0];
    const page = {
      items: [
        {
          row: 0,
          cells: [
            { ordinal: 0, manual: 1 },
            { ordinal: 1, manual: 1 },
          ],
        },
      ],
    } as unknown as GridPage;
    cache.setQueryData(key, page);
    const unanswered = cache
      .getMutationCache()
      .build<unknown, Error, { ordinal: number; grade: number }, unknown>(cache, {
        mutationKey: ["marks", "p", "r"],
        mutationFn: () => new Promise(() => undefined),
      });
    void unanswered.execute({ ordinal: 1, grade: 0 });
    putPendingMarks(cache, "p", "r");
    const shown = cache.getQueryData<GridPage>(key)?.items[0]?.cells.map(({ manual }) => manual);
    expect(shown).toEqual([1, 0]);
  });
});
