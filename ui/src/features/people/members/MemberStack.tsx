import { useQuery } from "@tanstack/react-query";
import { displayName } from "@/shared/format/displayName";
import { countOf } from "@/shared/format/quantities";
import { Avatar } from "@/shared/ui/Avatar";
import { Tooltip } from "@/shared/ui/Tooltip";
import { memberListQuery } from "./api";

const SHOWN = 5;

/** The avatars of the members. */
export function MemberStack({ project, count }: { project: string; count: number }) {
  const members = useQuery(memberListQuery(project)).data?.items ?? [];
  const names = members.map(displayName);
  const shown = names.slice(0, SHOWN);
  return (
    <Tooltip text={shown.join(", ") + (count > shown.length ? ` and ${count - shown.length} more` : "")}>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="flex -space-x-1">
          {shown.map((name, index) => (
            <span key={index} className="rounded-full ring-2 ring-canvas">
              <Avatar label={name} size="sm" />
            </span>
          ))}
        </span>
        <span className="text-sm text-ink-muted">{countOf(count, "member")}</span>
      </span>
    </Tooltip>
  );
}
