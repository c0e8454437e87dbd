/** Run: the draft is saved, the order is sent, and every reason against it comes back at once. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Prompt } from "@/api/types";
import type { PromptDraft } from "@/features/prompts";
import {
  dedupe,
  problemsOf,
  type RunProblem,
  scorerKindsQuery,
  specProblems,
  toOrder,
  typedProblems,
  useStartRun,
} from "@/features/runs";
import { notify } from "@/shared/ui/notify";
import { type Setup, toForm } from "../setup/runSetup";

interface Runner {
  start: () => void;
  starting: boolean;
  /** Why it could not start; shown until it is put away. */
  problems: readonly RunProblem[];
  putAway: () => void;
}

export function useRunner(
  project: string,
  prompt: Prompt,
  draft: PromptDraft,
  setup: Setup,
  onStarted: (run: string) => void,
): Runner {
  const send = useStartRun(project);
  const kinds = useQuery(scorerKindsQuery(project)).data?.items ?? [];
  const [problems, setProblems] = useState<readonly RunProblem[]>([]);
  const [saving, setSaving] = useState(false);
  // Two quick presses come before the render that would say busy.
  const busy = useRef(false);

  const form = toForm(setup, prompt.id);
  const unfinished = (): RunProblem[] =>
    form.scorers.flatMap(({ kind, values }) => {
      const found = kinds.find((known) => known.kind === kind);
      const missing = found ? Object.keys(specProblems(found.schema, values)) : [];
      return missing.length > 0
        ? [{ field: "scorers", message: `Complete the settings of the scorer “${found?.title}”` }]
        : [];
    });

  const go = async () => {
    const typed = [...typedProblems(form), ...unfinished()];
    if (typed.length > 0) return setProblems(dedupe(typed));
    setSaving(true);
    const saved = await draft.save();
    setSaving(false);
    if (!saved)
      return setProblems([
        { field: "draft", message: "The prompt could not be saved. See the message next to the prompt." },
      ]);
    try {
      onStarted((await send.mutateAsync(toOrder(form))).id);
    } catch (error) {
      const told = problemsOf(error);
      if (told.length > 0) setProblems(dedupe(told));
      else notify.failure(error);
    }
  };
  return {
    start: () => {
      if (busy.current) return;
      busy.current = true;
      void go().finally(() => (busy.current = false));
    },
    starting: saving || send.isPending,
    problems,
    putAway: () => setProblems([]),
  };
}
