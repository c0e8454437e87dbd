import { describe, expect, it } from "vitest";
import { lifetimeText, retirementText } from "./retirementText";

const NOW = new Date("2026-11-19T12:00:00Z");
const gone = (on: string, only_earliest = false) => ({
  retirement: { on, only_earliest, replacement: null, source: "https://example.org", read_on: "2026-11-19" },
});

describe("the retirement of a model", () => {
  it("has a day, before and after it", () => {
    expect(retirementText(gone("2027-01-14"), NOW)).toBe("Retires on 14 January 2027");
    expect(retirementText(gone("2026-11-19"), NOW)).toBe("Retired on 19 November 2026");
    expect(retirementText({ retirement: null }, NOW)).toBeNull();
  });

  it("is not announced by a promise to keep the model", () => {
    expect(retirementText(gone("2027-07-24", true), NOW)).toBeNull();
    expect(lifetimeText(gone("2027-07-24", true), NOW)).toBe("Kept by its provider until 24 July 2027 or longer");
    expect(lifetimeText(gone("2027-01-14"), NOW)).toBe("Retires on 14 January 2027");
  });
});
