import {
  BellOff,
  Bot,
  CircleCheck,
  CircleHelp,
  Dices,
  Eye,
  FileText,
  Gavel,
  OctagonAlert,
  Table2,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "@/shared/ui/Badge";
import type { Alert, AlertState, Cause, Severity } from "./types";
import { CAUSE_WORDS, STATE_WORDS } from "./alertPhrasing";

const CAUSE_ICONS: Record<Cause, ReactNode> = {
  model: <Bot aria-hidden />,
  judge: <Gavel aria-hidden />,
  prompt: <FileText aria-hidden />,
  dataset: <Table2 aria-hidden />,
  noise: <Dices aria-hidden />,
  unknown: <CircleHelp aria-hidden />,
};

const STATES: Record<Exclude<AlertState, "open">, { tone: Tone; icon: ReactNode }> = {
  acknowledged: { tone: "info", icon: <Eye aria-hidden /> },
  snoozed: { tone: "neutral", icon: <BellOff aria-hidden /> },
  resolved: { tone: "success", icon: <CircleCheck aria-hidden /> },
};

export function SeverityIcon({ severity, className }: { severity: Severity; className?: string }) {
  const [Icon, ink] =
    severity === "critical" ? [OctagonAlert, "text-error-mark"] : [TriangleAlert, "text-warning-mark"];
  return <Icon aria-hidden className={`size-4 shrink-0 ${ink} ${className ?? ""}`} />;
}

/** How bad it is while it lasts; after that only that it is over. */
export function AlertStateChip({ alert: { state, severity } }: { alert: Pick<Alert, "state" | "severity"> }) {
  if (state === "open")
    return (
      <Badge
        tone={severity === "critical" ? "error" : "warning"}
        icon={severity === "critical" ? <OctagonAlert aria-hidden /> : <TriangleAlert aria-hidden />}
      >
        {severity === "critical" ? "Critical" : "Warning"}
      </Badge>
    );
  return (
    <Badge tone={STATES[state].tone} icon={STATES[state].icon}>
      {STATE_WORDS[state]}
    </Badge>
  );
}

export function CauseChip({ cause }: { cause: Cause }) {
  return (
    <Badge tone="lilac" icon={CAUSE_ICONS[cause]}>
      {CAUSE_WORDS[cause].label}
    </Badge>
  );
}
