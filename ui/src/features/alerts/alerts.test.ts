import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { alertNotificationOf, staleAlerts } from "./events";
import { concerns } from "./frame/alertScope";
import { byUrgency } from "./frame/alertUrgency";
import { alertsKey } from "./keys";
import { evidenceOf } from "./page/alertEvidence";
import { rollbackOf, versionsOf } from "./page/promptRollback";
import type { Alert } from "./types";

const moved = { shift: -0.18, low: -0.25, high: -0.11, base: 0.84, now: 0.66, cases: 48, base_runs: 7 };

describe("the evidence of an alert", () => {
  it("is how far the answers moved, beside how far the judge did", () => {
    const found = evidenceOf({ rule: "drop", facts: { ...moved, canary: { ...moved, shift: -0.01 } } });
    expect(found.answers?.value).toBe(-0.18);
    expect(found.frozen?.value).toBe(-0.01);
    expect(found.facts).toEqual([]);
  });
  it("is about the judge alone where the judge drifted", () => {
    const found = evidenceOf({ rule: "judge_drift", facts: moved });
    expect(found.answers).toBeNull();
    expect(found.frozen?.base).toBe(0.84);
  });
  it("reads plain figures in their own units", () => {
    expect(evidenceOf({ rule: "latency", facts: { now_ms: 2400, usual_ms: 800, ratio: 3, runs: 6 } }).facts).toEqual([
      { name: "Now", value: "2.40 s" },
      { name: "Usual", value: "800 ms" },
      { name: "Difference", value: "3.0 times" },
      { name: "Compared with", value: "6 runs" },
    ]);
    expect(
      evidenceOf({ rule: "threshold", facts: { measure: "pass_rate", now: 0.61, limit: 0.82, cases: 40 } }).facts,
    ).toEqual([
      { name: "Pass rate now", value: "61%" },
      { name: "Limit", value: "82%" },
      { name: "Cases", value: "40" },
    ]);
    expect(
      evidenceOf({ rule: "threshold", facts: { measure: "score", scorer: "exact", now: 0.5, limit: 0.7, cases: 20 } })
        .facts[0],
    ).toEqual({ name: "Scorer", value: "exact" });
    expect(evidenceOf({ rule: "predicted", facts: { now: 0.8, per_day: -0.02, limit: 0.7 } }).facts).toContainEqual({
      name: "Change per day",
      value: "−0.020",
    });
    expect(evidenceOf({ rule: "cost", facts: { now_micro: 20_000, usual_micro: 10_000 } }).facts).toEqual([
      { name: "Cost per answer now", value: "$0.0200" },
      { name: "Usual", value: "$0.0100" },
    ]);
  });
  it("leaves out what is not known", () => {
    expect(evidenceOf({ rule: "missed", facts: { why: "server_down" } })).toEqual({
      answers: null,
      frozen: null,
      facts: [],
    });
    expect(evidenceOf({ rule: "drop", facts: { ...moved, low: null } }).answers).toBeNull();
  });
});

describe("news of alerts", () => {
  const event = (type: string, data: object, kind = "system") =>
    ({ type, data, actor: { kind } }) as unknown as ProjectEvent;
  it("tells what is wrong and what is well again, but not what people do", () => {
    expect(
      alertNotificationOf(event("alert.opened", { id: "a", title: "It fell", severity: "critical" })),
    ).toMatchObject({
      kind: "error",
      text: "It fell",
      alert: "a",
    });
    expect(alertNotificationOf(event("alert.resolved", { id: "a", title: "It fell" }))).toMatchObject({
      kind: "success",
      text: "Resolved: It fell",
    });
    expect(alertNotificationOf(event("alert.resolved", { id: "a", title: "It fell" }, "user"))).toBeNull();
    expect(alertNotificationOf(event("alert.acknowledged", { id: "a", title: "It fell" }, "user"))).toBeNull();
  });
  it("tells that a provider billed more than was reserved, and where", () => {
    expect(alertNotificationOf(event("reservation.exceeded", { run: "r1", model: "gpt-x", overrun: 12_300 }))).toEqual({
      kind: "warning",
      text: "Overrun: gpt-x billed $0.0123 more than was reserved",
      next: null,
      alert: null,
      run: "r1",
    });
  });
  it("reads alerts again after every event of one", () => {
    expect(staleAlerts("p", event("alert.changed", {}))).toEqual([alertsKey("p")]);
    expect(staleAlerts("p", event("run.created", {}))).toEqual([]);
  });
});

describe("the pages that an alert concerns", () => {
  const alert = {
    suite_id: "s",
    run_id: "r",
    changes: [{ what: "prompt" as const, words: "", old: "v1", new: "v2", entity_id: "p" }],
  };
  it.each(["", "/", "/suites", "/monitors", "/suites/s", "/suites/s/edit", "/runs/r/results", "/prompts/p"])(
    "are among others %s",
    (path) => expect(concerns(alert, "bot", `/projects/bot${path}`)).toBe(true),
  );
  it.each(["/datasets", "/suites/t", "/runs", "/runs/r2", "/prompts", "/prompts/other", "/settings/general"])(
    "are not %s",
    (path) => expect(concerns(alert, "bot", `/projects/bot${path}`)).toBe(false),
  );
});

describe("the way back from a prompt change", () => {
  const change = { what: "prompt" as const, words: "", old: "v1", new: "v2", entity_id: "p" };
  const prompt = { id: "p", labels: { production: 2, latest: 2 } };
  it("compares versions of a prompt and of nothing else", () => {
    expect(versionsOf(change)).toEqual({ prompt: "p", old: 1, new: 2 });
    expect(versionsOf({ ...change, what: "judge" })).toBeNull();
    expect(versionsOf({ ...change, old: null })).toBeNull();
  });
  it("depends on how the suite names the version", () => {
    const named = (more: object) => rollbackOf([{ prompt: "p", ...more }], prompt, 1)?.kind;
    expect(named({ label: "production" })).toBe("label");
    expect(named({})).toBe("newest");
    expect(named({ version: 2 })).toBe("pinned");
    expect(named({ version: 1 })).toBe("done");
    expect(rollbackOf([{ prompt: "p", label: "production" }], prompt, 2)).toEqual({ kind: "done" });
    expect(rollbackOf([], prompt, 1)).toBeNull();
  });
});

it("shows what nobody has seen before what is worse, and that before what is newer", () => {
  const one = (state: Alert["state"], severity: Alert["severity"], at: string) =>
    ({ id: `${state} ${severity} ${at}`, state, severity, last_seen_at: at }) as Alert;
  const order = [
    one("acknowledged", "critical", "2"),
    one("open", "warning", "1"),
    one("open", "critical", "1"),
    one("open", "critical", "2"),
  ].toSorted(byUrgency);
  expect(order.map(({ id }) => id)).toEqual([
    "open critical 2",
    "open critical 1",
    "open warning 1",
    "acknowledged critical 2",
  ]);
});
