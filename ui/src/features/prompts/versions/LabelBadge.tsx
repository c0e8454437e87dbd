import { Rocket, ShieldAlert, Tag } from "lucide-react";
import { Badge } from "@/shared/ui/Badge";
import { PRODUCTION } from "../promptPhrasing";

interface LabelBadgeProps {
  label: string;
  number?: number;
  /** The label is protected, and an admin moved it here without the evidence. */
  overridden?: boolean;
}

/** A name for a version. Production stands out: it is what the world sees. */
export function LabelBadge({ label, number, overridden = false }: LabelBadgeProps) {
  const production = label === PRODUCTION;
  const name = (
    <Badge tone={production ? "accent" : "neutral"} icon={production ? <Rocket aria-hidden /> : <Tag aria-hidden />}>
      <span className="max-w-32 truncate">{label}</span>
      {number !== undefined && <span className="ml-1 font-normal">v{number}</span>}
    </Badge>
  );
  if (!overridden) return name;
  return (
    <span className="inline-flex items-center gap-1">
      {name}
      <Badge tone="warning" icon={<ShieldAlert aria-hidden />}>
        Override
      </Badge>
    </span>
  );
}
