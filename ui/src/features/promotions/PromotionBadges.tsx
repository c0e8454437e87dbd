import {
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleX,
  Equal,
  LockKeyhole,
  ShieldAlert,
  TrendingDown,
  TrendingUp,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/shared/ui/Badge";
import { Tooltip } from "@/shared/ui/Tooltip";
import {
  KIND_HINTS,
  KIND_TONES,
  KIND_WORDS,
  STATE_TONES,
  STATE_WORDS,
  VERDICT_TONES,
  VERDICT_WORDS,
} from "./promotionPhrasing";
import type { GateVerdict, PromotionKind, PromotionState } from "./types";

const STATE_ICONS: Record<PromotionState, ReactNode> = {
  WAITING: <CircleDot aria-hidden />,
  APPROVED: <CircleCheck aria-hidden />,
  REJECTED: <CircleX aria-hidden />,
  WITHDRAWN: <Undo2 aria-hidden />,
};

const VERDICT_ICONS: Record<GateVerdict, ReactNode> = {
  better: <TrendingUp aria-hidden />,
  not_worse: <Equal aria-hidden />,
  worse: <TrendingDown aria-hidden />,
  cannot_tell: <CircleHelp aria-hidden />,
};

export function PromotionStateBadge({ state }: { state: PromotionState }) {
  return (
    <Badge tone={STATE_TONES[state]} icon={STATE_ICONS[state]}>
      {STATE_WORDS[state]}
    </Badge>
  );
}

/** How a promotion differs from the usual one; nothing where it does not. */
export function PromotionKindBadge({ kind }: { kind: PromotionKind }) {
  const words = KIND_WORDS[kind];
  if (words === null) return null;
  return (
    <Tooltip text={KIND_HINTS[kind]}>
      <span className="inline-flex">
        <Badge tone={KIND_TONES[kind]} icon={kind === "OVERRIDE" && <ShieldAlert aria-hidden />}>
          {words}
        </Badge>
      </span>
    </Tooltip>
  );
}

/** The verdict of the gate: icon, word and colour. */
export function GateVerdictBadge({ verdict }: { verdict: GateVerdict }) {
  return (
    <Badge tone={VERDICT_TONES[verdict]} icon={VERDICT_ICONS[verdict]}>
      {VERDICT_WORDS[verdict]}
    </Badge>
  );
}

export function ProtectedMark() {
  return (
    <Tooltip text="Protected: this label moves only by a promotion">
      <span className="inline-flex text-ink-subtle">
        <LockKeyhole aria-hidden className="size-3.5" />
        <span className="sr-only">Protected</span>
      </span>
    </Tooltip>
  );
}
