import {
  Ban,
  CircleAlert,
  CircleCheck,
  CirclePause,
  Gavel,
  LoaderCircle,
  MessageSquareDiff,
  Sigma,
} from "lucide-react";
import type { ReactNode } from "react";
import type { RunState } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { STATE_TONES, STATE_WORDS } from "./runStates";

const SPINNING = <LoaderCircle aria-hidden className="animate-spin" />;

const ICONS: Record<RunState, ReactNode> = {
  pending: SPINNING,
  executing: SPINNING,
  judging: <Gavel aria-hidden />,
  aggregating: <Sigma aria-hidden />,
  refining: SPINNING,
  reviewing: <MessageSquareDiff aria-hidden />,
  completed: <CircleCheck aria-hidden />,
  failed: <CircleAlert aria-hidden />,
  cancelled: <Ban aria-hidden />,
  paused: <CirclePause aria-hidden />,
};

export function RunStateChip({ state }: { state: RunState }) {
  return (
    <Badge tone={STATE_TONES[state]} icon={ICONS[state]}>
      {STATE_WORDS[state]}
    </Badge>
  );
}
