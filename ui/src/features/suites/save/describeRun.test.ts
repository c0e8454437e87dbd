import { expect, test } from "vitest";
import { describeRun } from "./describeRun";

const plan = { cases: 4, columns: [{ model_name: "quick", prompt_name: "Ask", version: 1 }] };
const judge = (exam?: string) => ({
  number: 0,
  name: "Judge",
  kind: "judge",
  spec: { judge: "j", ...(exam ? { exam } : {}) },
});

test("exams of a judge are not counted as scorers", () => {
  const run = { number: 7, plan, scorers: [judge(), judge("repeat"), judge("padded")] };
  expect(describeRun(run as unknown as Parameters<typeof describeRun>[0])).toMatch(/4 cases, quick, 1 scorer\.$/);
});
