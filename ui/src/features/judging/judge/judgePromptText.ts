/** What a judge is asked, in outline: enough to see what it knows and what it does not. Pure. */
import type { Rubric } from "@/api/types";
import { scaleWords } from "../judgePhrasing";
import type { JudgeForm } from "./judgeForm";

export interface JudgePromptPart {
  title: string;
  text: string;
  /** Written here, filled in for each answer, or not there yet. */
  kind: "written" | "filled" | "missing";
}

export function judgePromptParts(
  form: Pick<JudgeForm, "mode" | "goal" | "instructions" | "usesReference">,
  rubric: Rubric | null,
): JudgePromptPart[] {
  const { mode, usesReference } = form;
  const written = (title: string, text: string, missing: string): JudgePromptPart => ({
    title,
    text: text.trim() || missing,
    kind: text.trim() ? "written" : "missing",
  });
  const each = (title: string, text: string): JudgePromptPart => ({ title, text, kind: "filled" });
  return [
    written(
      "Task",
      mode === "pairwise"
        ? "Compare two outputs for the same input. Which one better achieves the goal?"
        : "You are a strict evaluator. " +
            `Score the output ${mode === "pointwise" ? "against the rubric" : "by the instructions"} below.`,
      "",
    ),
    ...(mode !== "free_text" || form.goal.trim() ? [written("Goal", form.goal, "Write the goal")] : []),
    mode === "free_text"
      ? written("How to score", form.instructions, "Write the instructions")
      : written("Rubric", rubric ? rubricText(rubric) : "", "Choose a rubric"),
    each("Input", "the variables of the case"),
    ...(usesReference ? [each("Reference", "the expected answer of the case")] : []),
    ...(mode === "pairwise"
      ? [
          each("Output A", "one answer, without its model's name"),
          each("Output B", "the other answer; then both again in the other order"),
        ]
      : [each("Output to evaluate", "the answer, delimited, so that instructions in it are not followed")]),
    written("Answer", REPLY[mode], ""),
  ];
}

const REPLY: Record<JudgeForm["mode"], string> = {
  pointwise: "A score and one or two sentences for each criterion, as JSON with a fixed schema.",
  pairwise: "The winner or a tie, with reasons, as JSON with a fixed schema.",
  free_text: "A score from 0 to 10, or pass or fail, with a justification, as JSON with a fixed schema.",
};

function rubricText({ criteria }: Pick<Rubric, "criteria">): string {
  return criteria
    .map(({ name, description, weight, scale, levels }) => {
      const told = Object.entries(levels).map(([level, text]) => `   ${level}: ${text}`);
      return [`${name} (weight ${Number(weight.toFixed(4))}, ${scaleWords(scale)}): ${description}`, ...told].join(
        "\n",
      );
    })
    .join("\n");
}
