import { Archive, CircleCheck, CirclePause, LoaderCircle, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/shared/ui/Badge";
import { EXPERIMENT_TONES, EXPERIMENT_WORDS } from "../experimentStates";
import type { ExperimentState } from "../types";

const ICONS: Record<ExperimentState, ReactNode> = {
  draft: <PencilLine aria-hidden />,
  running: <LoaderCircle aria-hidden className="animate-spin" />,
  paused: <CirclePause aria-hidden />,
  completed: <CircleCheck aria-hidden />,
  archived: <Archive aria-hidden />,
};

/** Icon, word and colour of an experiment's state. A running one that waits for a review is not working: it says so. */
export function ExperimentChip({ state, reviewing = false }: { state: ExperimentState; reviewing?: boolean }) {
  if (state === "running" && reviewing)
    return (
      <Badge tone="lilac" icon={<CirclePause aria-hidden />}>
        In review
      </Badge>
    );
  return (
    <Badge tone={EXPERIMENT_TONES[state]} icon={ICONS[state]}>
      {EXPERIMENT_WORDS[state]}
    </Badge>
  );
}
