/** The seven steps, in their order. */
export const STEPS = [
  {
    short: "Objective",
    title: "Define objective",
    about:
      "What should the prompt achieve? Be specific about the task, the audience and what a good answer looks like.",
  },
  {
    short: "Rubric",
    title: "Define evaluation rubric",
    about: "The criteria by which judges score answers. Each criterion has a weight and a scale.",
  },
  {
    short: "Prompt",
    title: "Create seed prompt",
    about: "The first version of the prompt. It is tested unchanged, then improved one small change at a time.",
  },
  {
    short: "Data",
    title: "Prepare test data",
    about:
      "The cases that every version of the prompt is tested on. Upload a file, let a model write cases, or add them by hand.",
  },
  {
    short: "Models",
    title: "Configure models",
    about: "Every chosen model answers every case. A prompt that helps one model may not help another.",
  },
  {
    short: "Judges",
    title: "Configure judges and safety",
    about: "Judges score each answer against the rubric. Several judges are more reliable than one.",
  },
  {
    short: "Limits",
    title: "Stop rules and budget",
    about:
      "When the experiment ends. The first limit that is reached ends it; no call is made that exceeds the budget.",
  },
] as const;

export const LAST_STEP = STEPS.length;

export function stepOf(wanted: number | undefined, kept: number): number {
  return Math.min(LAST_STEP, Math.max(1, wanted ?? kept));
}
