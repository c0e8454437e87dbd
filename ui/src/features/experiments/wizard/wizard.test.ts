import { expect, it, vi } from "vitest";
import { ApiError } from "@/shared/http/apiError";
import { createExperimentDraft, type DraftChange } from "./experimentDraftStore";
import type { Draft, Plan } from "./planTypes";
import { criteriaOf, formOf, toPlan, variablesOf } from "./wizardForm";
import { configurations, planProblems } from "./planProblems";
import { blocksOf, piecesOf } from "./steps/parseMarkdown";

const CRITERION = { description: "What is looked at here", scale: 5, levels: {} };

const PLAN: Plan = {
  goal: "Answer kindly and correctly, please.",
  criteria: [
    { name: "Kind", weight: 0.5, ...CRITERION },
    { name: "Right", weight: 0.5, ...CRITERION },
  ],
  rubric: { id: "r", version: 2 },
  prompt: null,
  prompt_name: "Answer",
  content: {
    system: "",
    messages: [
      {
        role: "user",
        content: "Read the message of the customer and answer it: {{message}}",
        tool_calls: [],
        tool_call_id: null,
      },
    ],
    few_shots: [],
    tools: [],
    output: { kind: "auto", schema: null },
    parameters: {},
  } as unknown as Plan["content"],
  dataset: "d",
  tags: [],
  holdout_share: 0.3,
  targets: [{ model: "m", parameters: {}, grid: {} }],
  judges: [{ judge: null, version: null, model: "j", parameters: {} }],
  pairwise: { enabled: false, model: null },
  safety: { moderation: false, pii: true, jailbreak: true, toxicity: true, block: true },
  trials: 1,
  stop_rules: {
    max_iterations: 10,
    min_delta: 0.02,
    convergence_window: 3,
    max_budget_usd: "100",
    alert_share: 0.8,
    max_tokens: null,
    prune_weak: true,
    stop_if_no_refinement: true,
    adaptive_sampling: false,
  },
  refiner: null,
  timeout_s: null,
};

const DRAFT = {
  id: "e",
  name: "One",
  description: "",
  step: 1,
  revision: 1,
  plan: PLAN,
  problems: [],
} as unknown as Draft;
const FACTS = { cases: 20, columns: ["message"] };

it("comes back from the form as it went in, and lacks nothing", () => {
  expect(toPlan(formOf(DRAFT), PLAN)).toMatchObject({
    ...PLAN,
    content: { messages: [{ content: PLAN.content.messages[0]?.content }] },
  });
  expect(planProblems(formOf(DRAFT), FACTS)).toEqual([]);
});

it("keeps the last good number while another is typed, and says what is wrong with it", () => {
  const form = { ...formOf(DRAFT), rules: { ...formOf(DRAFT).rules, maxIterations: "101", budget: "10001" } };
  expect(toPlan(form, PLAN).stop_rules).toMatchObject({ max_iterations: 10, max_budget_usd: "100" });
  expect(planProblems(form, FACTS).map(({ message }) => message)).toEqual([
    "Max iterations must be between 1 and 100",
    "Budget must be at most $10,000",
  ]);
});

it("forgets the rubric it came from once a criterion is changed", () => {
  const form = formOf(DRAFT);
  expect(toPlan(form, PLAN).rubric).toEqual({ id: "r", version: 2 });
  expect(
    toPlan(
      { ...form, criteria: form.criteria.map((one) => ({ ...one, weight: "0.5 ", name: `${one.name} now` })) },
      PLAN,
    ).rubric,
  ).toBeNull();
});

it("keeps the version of a rubric of the project that was chosen, and not that of other criteria", () => {
  const criteria = PLAN.criteria.map((one) => ({ ...one, name: `Own ${one.name}` }));
  const chosen = { ...formOf(DRAFT), criteria: criteriaOf(criteria), rubric: { id: "own", version: 3, criteria } };
  expect(toPlan(chosen, PLAN)).toMatchObject({ rubric: { id: "own", version: 3 }, criteria });
  expect(toPlan({ ...chosen, criteria: formOf(DRAFT).criteria }, PLAN).rubric).toBeNull();
});

it("counts every combination of a grid and stops at ten", () => {
  const form = {
    ...formOf(DRAFT),
    targets: [{ model: "m", parameters: {}, grid: { temperature: "0, 0.5, 1", max_tokens: "100, 200, 300, 400" } }],
  };
  expect(configurations(form)).toBe(12);
  expect(planProblems(form, FACTS)).toEqual([
    { step: 5, field: "targets", message: "Maximum 10 model configurations" },
  ]);
});

it("misses the variables that no case fills", () => {
  const form = formOf(DRAFT);
  expect(variablesOf(form.content)).toEqual(["message"]);
  expect(planProblems(form, { cases: 3, columns: ["question"] })).toEqual([
    { step: 4, field: "dataset.columns", message: "No case has a value for {{message}}" },
  ]);
  expect(planProblems({ ...form, dataset: null }, null)).toEqual([
    { step: 4, field: "dataset", message: "No test cases found. Upload or generate test data." },
  ]);
});

it("reads Markdown as structure and leaves HTML and links as they were typed", () => {
  expect(blocksOf("# Aim\n\nBe **kind**\n\n- one\n- two\n\n```\n<b>x</b>\n```").map(({ kind }) => kind)).toEqual([
    "heading",
    "paragraph",
    "list",
    "code",
  ]);
  expect(piecesOf("a `b` *c* [d](javascript:e) <img src=x>")).toEqual([
    { kind: "plain", text: "a " },
    { kind: "code", text: "b" },
    { kind: "plain", text: " " },
    { kind: "emphasis", text: "c" },
    { kind: "plain", text: " [d](javascript:e) <img src=x>" },
  ]);
});

it("saves what was typed while it was saving, each time on the newest revision", async () => {
  const sent: DraftChange[] = [];
  const draft: ReturnType<typeof createExperimentDraft> = createExperimentDraft(DRAFT, {
    send: (change) => {
      sent.push(change);
      if (sent.length === 1) draft.change({ goal: "Written while it was sent, and kept all the same." });
      return Promise.resolve({
        ...DRAFT,
        revision: change.revision + 1,
        name: change.name,
        plan: { ...PLAN, goal: change.plan.goal },
      });
    },
    read: () => Promise.reject(new Error("not asked")),
  });
  draft.change({ name: "Two" });
  expect(await draft.store.save()).toBe(true);
  expect(sent.map(({ revision, name }) => [revision, name])).toEqual([
    [1, "Two"],
    [2, "Two"],
  ]);
  expect(draft.store.getState().dirty).toBe(false);
});

it("never overwrites someone else unseen", async () => {
  const theirs = { ...DRAFT, revision: 5, name: "Theirs" };
  const send = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(409, { code: "EDIT_CONFLICT" }))
    .mockImplementation((change: DraftChange) => Promise.resolve({ ...theirs, revision: 6, name: change.name }));
  const draft = createExperimentDraft(DRAFT, { send, read: () => Promise.resolve(theirs) });
  draft.change({ name: "Mine" });
  expect(await draft.store.save()).toBe(false);
  expect(draft.store.getState().theirs).toBe(theirs);
  expect(await draft.store.save()).toBe(false);
  expect(await draft.store.overwrite()).toBe(true);
  expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ revision: 5, name: "Mine" }));
});
