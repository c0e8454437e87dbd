import { CircleAlert, CircleCheck, CirclePause, CircleX, Loader } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "@/shared/ui/Badge";
import type { ShownStatus } from "./credentialStatus";

const STATUS: Record<ShownStatus, { tone: Tone; label: string; icon: ReactNode }> = {
  ready: { tone: "success", label: "Ready", icon: <CircleCheck aria-hidden /> },
  testing: { tone: "info", label: "Testing", icon: <Loader aria-hidden className="animate-spin" /> },
  invalid: { tone: "error", label: "Invalid", icon: <CircleX aria-hidden /> },
  held: { tone: "warning", label: "On hold", icon: <CirclePause aria-hidden /> },
  unverified: { tone: "warning", label: "Not verified", icon: <CircleAlert aria-hidden /> },
  paused: { tone: "warning", label: "Paused", icon: <CirclePause aria-hidden /> },
};

export function StatusChip({ status }: { status: ShownStatus }) {
  const { tone, label, icon } = STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
