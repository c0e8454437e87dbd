import { CircleDashed, ShieldAlert, ShieldCheck } from "lucide-react";
import { Badge } from "@/shared/ui/Badge";
import { Tooltip } from "@/shared/ui/Tooltip";
import type { PassportBadge } from "@/api/types";
import { BADGE_HINTS, BADGE_TONES, BADGE_WORDS } from "./judgePhrasing";

const ICONS = { validated: ShieldCheck, unvalidated: CircleDashed, doubtful: ShieldAlert };

/** How far a judge can be trusted: a sign and a word. */
export function JudgeBadge({ badge }: { badge: PassportBadge }) {
  const Icon = ICONS[badge];
  return (
    <Tooltip text={BADGE_HINTS[badge]}>
      <span className="inline-flex">
        <Badge tone={BADGE_TONES[badge]} icon={<Icon aria-hidden />}>
          {BADGE_WORDS[badge]}
        </Badge>
      </span>
    </Tooltip>
  );
}
