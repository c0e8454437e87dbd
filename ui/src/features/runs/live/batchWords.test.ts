import { describe, expect, it } from "vitest";
import { batchWords } from "./batchWords";

const now = new Date(2026, 10, 19, 16, 30);
const submitted = new Date(2026, 10, 19, 14, 2).toISOString();

describe("a run that waits for batches", () => {
  it("says since when, and how many are done", () => {
    const batch = { batches: 1, cells: 2000, done: 1200, submitted_at: submitted };
    expect(batchWords(batch, now)).toBe("Waiting for the provider's batch (submitted 14:02, 1,200 of 2,000 done)");
  });
  it("names the day of an earlier one, and counts several", () => {
    const batch = { batches: 3, cells: 600, done: 0, submitted_at: submitted };
    expect(batchWords(batch, new Date(2026, 10, 20, 9, 0))).toBe(
      "Waiting for 3 batches (submitted Nov 19, 14:02, 0 of 600 done)",
    );
  });
  it("says that not all are submitted", () => {
    expect(batchWords({ batches: 1, cells: 5, done: 0, submitted_at: null }, now)).toBe(
      "Submitting the provider's batch (5 calls)",
    );
  });
});
