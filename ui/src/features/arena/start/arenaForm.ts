/** What an arena is started with: questions, a prompt for them, models that answer and a judge. Pure. */
import type { JudgeBody, RubricBody, StartRun } from "@/api/types";
import type { ChosenModel } from "@/features/runs";

const FEWEST_MODELS = 2;
export const PLAIN_VARIABLE = "question";
export const NEW_JUDGE = "new";

export interface ArenaForm {
  /** Null: the ready text for the questions. */
  text: string | null;
  models: readonly ChosenModel[];
  /** A judge of the project, or a new one. */
  judge: string | null;
  judgeModel: ChosenModel | null;
}

export const EMPTY_ARENA: ArenaForm = { text: null, models: [], judge: null, judgeModel: null };

/** The prompt that fits the questions without a change. */
export function readyText(columns: readonly string[]): string {
  const variable = columns.includes(PLAIN_VARIABLE) ? PLAIN_VARIABLE : (columns[0] ?? PLAIN_VARIABLE);
  return `Answer the question in at most three sentences.\n\n{{${variable}}}`;
}

type ArenaProblems = Partial<Record<"questions" | "text" | "models" | "judge", string>>;

export function arenaProblems(
  form: ArenaForm,
  questions: { cases: number; columns: readonly string[] } | null,
  judge: string,
): ArenaProblems {
  const found: ArenaProblems = {};
  const text = form.text ?? readyText(questions?.columns ?? []);
  if (!questions) found.questions = "Generate questions, or choose a dataset";
  else if (questions.cases === 0) found.questions = "This dataset has no cases yet";
  else if (!questions.columns.some((column) => text.includes(`{{${column}}}`)))
    found.text = `The prompt must contain ${questions.columns.map((column) => `{{${column}}}`).join(" or ")}`;
  if (form.models.length < FEWEST_MODELS) found.models = `Choose at least ${FEWEST_MODELS} models`;
  if (judge === NEW_JUDGE && !form.judgeModel) found.judge = "Choose the model that judges";
  return found;
}

export const RUBRIC: RubricBody = {
  name: "Answers to questions",
  criteria: [
    {
      name: "Accuracy",
      description: "What is said is right and answers the question that was asked.",
      weight: 0.6,
      scale: 5,
      levels: { 0: "Wrong, or about something else", 3: "Right in the main point", 5: "Right in every point" },
    },
    {
      name: "Clarity",
      description: "Easy to follow, as short as the question allows.",
      weight: 0.4,
      scale: 5,
      levels: { 0: "Cannot be followed", 3: "Understood after a second reading", 5: "Understood at once" },
    },
  ],
  normalise: false,
};

export const judgeBody = (model: string, rubric: string): JudgeBody => ({
  name: "Arena judge",
  mode: "pointwise",
  model,
  parameters: { stop: [] },
  goal: "Good answers to questions",
  rubric,
  instructions: "",
  // Such a judge cannot mark an answer to a question without an expected one, as most open questions are.
  uses_reference: false,
  pass_at: 0.5,
});

interface Prepared {
  name: string;
  prompt: string;
  judge: string;
  dataset: string;
  models: readonly ChosenModel[];
}

export function arenaOrder({ name, prompt, judge, dataset, models }: Prepared): StartRun {
  return {
    name,
    versions: [{ prompt }],
    targets: models.map(({ id }) => ({ model: id, parameters: { stop: [] }, grid: {} })),
    dataset,
    dataset_version: null,
    choice: { split: null, tags: [], first: null, ids: [] },
    trials: 1,
    scorers: [{ kind: "judge", judge }],
    reuse: true,
    prompt_caching: true,
    timeout_s: null,
    budget_usd: null,
    budget_tokens: null,
    count_doubt: "worst",
    delivery: "live",
    after_expiry: "batch",
  };
}
