import { Rocket, Tag } from "lucide-react";
import { Badge } from "@/shared/ui/Badge";
import { PRODUCTION } from "../promptPhrasing";

/** A name for a version. Production stands out: it is what the world sees. */
export function LabelBadge({ label, number }: { label: string; number?: number }) {
  const production = label === PRODUCTION;
  return (
    <Badge tone={production ? "accent" : "neutral"} icon={production ? <Rocket aria-hidden /> : <Tag aria-hidden />}>
      <span className="max-w-32 truncate">{label}</span>
      {number !== undefined && <span className="font-normal">v{number}</span>}
    </Badge>
  );
}
