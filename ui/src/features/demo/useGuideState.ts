/** How far a person is in the guide, kept in this browser. */
import { useState } from "react";
import { GUIDE_STEPS } from "./guideSteps";

export interface GuideState {
  /** The number of the current step; 0: not started. */
  at: number;
  hidden: boolean;
}

const START: GuideState = { at: 0, hidden: false };
const keyOf = (project: string) => `edison.demo-guide.${project}`;

export function readGuideState(text: string | null): GuideState {
  try {
    const read = JSON.parse(text ?? "null") as Partial<GuideState> | null;
    if (typeof read?.at !== "number" || typeof read.hidden !== "boolean") return START;
    return { at: Math.min(Math.max(0, Math.trunc(read.at)), GUIDE_STEPS.length), hidden: read.hidden };
  } catch {
    return START;
  }
}

export function useGuideState(project: string): [GuideState, (part: Partial<GuideState>) => void] {
  const [state, setState] = useState(() => readGuideState(localStorage.getItem(keyOf(project))));
  return [
    state,
    (part) =>
      setState((before) => {
        const next = { ...before, ...part };
        localStorage.setItem(keyOf(project), JSON.stringify(next));
        return next;
      }),
  ];
}
