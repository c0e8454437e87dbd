/** A judge while someone makes it, and what is sent. Pure. */
import type { ChosenModel } from "@/features/runs";
import { type PlaygroundValues, parameterProblems, toParameters, typedParameters } from "@/features/models/playground";
import type { Judge, JudgeBody, JudgeMode } from "@/api/types";

export interface JudgeForm {
  name: string;
  mode: JudgeMode;
  model: ChosenModel | null;
  parameters: PlaygroundValues["parameters"];
  goal: string;
  /** Its id; empty: none chosen. */
  rubric: string;
  /** Null: the newest. */
  rubricVersion: number | null;
  instructions: string;
  usesReference: boolean;
  passAt: string;
}

export const EMPTY_JUDGE: JudgeForm = {
  name: "",
  mode: "pointwise",
  model: null,
  parameters: {},
  goal: "",
  rubric: "",
  rubricVersion: null,
  instructions: "",
  usesReference: false,
  passAt: "0.5",
};

export function formOfJudge(judge: Judge, model: ChosenModel | null): JudgeForm {
  return {
    name: judge.name,
    mode: judge.mode,
    model,
    parameters: typedParameters(judge.parameters),
    goal: judge.goal,
    rubric: judge.rubric?.id ?? "",
    rubricVersion: judge.rubric?.version ?? null,
    instructions: judge.instructions,
    usesReference: judge.uses_reference,
    passAt: String(judge.pass_at),
  };
}

type JudgeProblems = Partial<Record<"name" | "model" | "rubric" | "instructions" | "pass_at" | "goal", string>>;

export function judgeProblems(form: JudgeForm): JudgeProblems {
  const found: JudgeProblems = {};
  if (form.name.trim() === "") found.name = "Name is required";
  if (form.model === null) found.model = "Choose the model that judges";
  if (form.mode !== "free_text" && form.rubric === "") found.rubric = "Choose a rubric";
  if (form.mode !== "free_text" && form.goal.trim() === "")
    found.goal = "Describe what the answers are meant to achieve";
  if (form.mode === "free_text" && form.instructions.trim() === "") found.instructions = "Describe how to score";
  const mark = Number(form.passAt.trim().replace(",", "."));
  if (form.mode !== "pairwise" && (form.passAt.trim() === "" || !Number.isFinite(mark) || mark < 0 || mark > 1))
    found.pass_at = "A number from 0 to 1";
  return found;
}

export function isReady(form: JudgeForm): boolean {
  return Object.keys(judgeProblems(form)).length === 0 && Object.keys(parameterProblems(form.parameters)).length === 0;
}

export function toJudge(form: JudgeForm): JudgeBody {
  const mark = Number(form.passAt.trim().replace(",", "."));
  const ruled = form.mode !== "free_text" && form.rubric !== "";
  return {
    name: form.name.trim(),
    mode: form.mode,
    model: form.model?.id ?? "",
    parameters: { stop: [], ...toParameters(form.parameters) },
    goal: form.goal.trim(),
    rubric: ruled ? form.rubric : null,
    rubric_version: ruled ? form.rubricVersion : null,
    instructions: form.mode === "free_text" ? form.instructions.trim() : "",
    uses_reference: form.usesReference,
    pass_at: form.mode === "pairwise" || !Number.isFinite(mark) ? 0.5 : mark,
  };
}
