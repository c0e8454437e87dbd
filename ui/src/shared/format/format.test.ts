import { describe, expect, it } from "vitest";
import { displayName, initials } from "./displayName";
import { countOf, formatLatency, formatMoney, formatRate, formatTokens, readMoney, truncate } from "./quantities";
import { dueTime, relativeTime } from "./formatTime";

describe("money", () => {
  it.each([
    [0.0042, "$0.0042"],
    [2.34, "$2.34"],
    [10_000, "$10,000.00"],
    [0, "$0.00"],
    [0.000012, "$0.000012"],
    [0.00052, "$0.00052"],
    [null, "unknown"],
  ])("%s reads %s", (usd, words) => expect(formatMoney(usd)).toBe(words));
});

it("reads amounts from text and keeps unknown unknown", () => {
  expect(readMoney("0.000012")).toBe(0.000012);
  expect(readMoney(null)).toBeNull();
});

it("shows a rate with the digits it has", () => {
  expect(formatRate("2.5")).toBe("$2.50");
  expect(formatRate("0.075")).toBe("$0.075");
  expect(formatRate("0")).toBe("$0.00");
});

it.each([
  [512, "512"],
  [8_192, "8.19K"],
  [128_000, "128K"],
  [1_048_576, "1.05M"],
])("%s tokens read %s", (count, words) => expect(formatTokens(count)).toBe(words));

it("shows latency in the unit that fits", () => {
  expect(formatLatency(1240)).toBe("1.24 s");
  expect(formatLatency(87.4)).toBe("87 ms");
});

it("counts in words", () => {
  expect(countOf(1, "member")).toBe("1 member");
  expect(countOf(1200, "member")).toBe("1,200 members");
});

it("cuts at a word and never exceeds the length", () => {
  const cut = truncate("word ".repeat(40), 100);
  expect(cut.length).toBeLessThanOrEqual(100);
  expect(cut.endsWith("word…")).toBe(true);
});

describe("relative time", () => {
  const now = new Date("2026-05-01T12:00:00Z");
  it.each([
    ["2026-05-01T11:59:50Z", "just now"],
    ["2026-05-01T11:59:00Z", "1 minute ago"],
    ["2026-05-01T10:00:00Z", "2 hours ago"],
    ["2026-04-30T12:00:00Z", "yesterday"],
    ["2026-05-08T11:59:00Z", "in 7 days"],
    ["2026-05-16T12:00:00Z", "in 2 weeks"],
    ["2026-04-01T12:00:00Z", "4 weeks ago"],
    ["2026-05-04T11:59:00Z", "in 3 days"],
  ])("%s is %s", (at, words) => expect(relativeTime(new Date(at), now)).toBe(words));
});

it.each([
  ["2026-05-01T11:59:58Z", "in a moment"],
  ["2026-05-01T12:00:05Z", "in a moment"],
  ["2026-05-01T12:00:50Z", "in 1 minute"],
  ["2026-05-01T14:00:00Z", "in 2 hours"],
])("what is due at %s is due %s", (at, words) => {
  expect(dueTime(new Date(at), new Date("2026-05-01T12:00:00Z"))).toBe(words);
});

it("names people who gave no name by their address", () => {
  expect(displayName({ name: null, email: "ada@example.com" })).toBe("ada@example.com");
  expect(initials("Ada Lovelace")).toBe("AL");
  expect(initials("ada.lovelace@example.com")).toBe("AL");
});
