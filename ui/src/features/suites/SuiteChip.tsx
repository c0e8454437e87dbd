import {
  Archive,
  CalendarX,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleSlash,
  LoaderCircle,
  OctagonX,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/shared/ui/Badge";
import { EXECUTION_TONES, EXECUTION_WORDS, SUITE_TONES, SUITE_WORDS } from "./suiteStates";
import type { ExecutionState, SuiteState } from "./types";

const SUITE_ICONS: Record<SuiteState, ReactNode> = {
  active: <CircleCheck aria-hidden />,
  paused: <CirclePause aria-hidden />,
  archived: <Archive aria-hidden />,
};

export function SuiteChip({ state }: { state: SuiteState }) {
  return (
    <Badge tone={SUITE_TONES[state]} icon={SUITE_ICONS[state]}>
      {SUITE_WORDS[state]}
    </Badge>
  );
}

const EXECUTION_ICONS: Record<ExecutionState, ReactNode> = {
  running: <LoaderCircle aria-hidden className="animate-spin" />,
  completed: <CircleCheck aria-hidden />,
  failed: <CircleAlert aria-hidden />,
  cancelled: <OctagonX aria-hidden />,
  refused: <CircleSlash aria-hidden />,
  missed: <CalendarX aria-hidden />,
};

/** Icon, word and colour of what became of an execution. */
export function ExecutionChip({ state }: { state: ExecutionState }) {
  return (
    <Badge tone={EXECUTION_TONES[state]} icon={EXECUTION_ICONS[state]}>
      {EXECUTION_WORDS[state]}
    </Badge>
  );
}
