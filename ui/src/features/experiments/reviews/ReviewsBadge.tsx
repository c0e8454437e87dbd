import { useQuery } from "@tanstack/react-query";
import { cx } from "@/shared/ui/cx";
import { waitingQuery } from "./api";

/** How many suggestions wait for a person; nothing where none do. */
export function ReviewsBadge({ project, collapsed }: { project: string; collapsed: boolean }) {
  const { data: waiting = 0 } = useQuery(waitingQuery(project));
  if (waiting === 0) return null;
  return (
    <span
      className={cx(
        "rounded-full bg-accent text-on-accent tabular-nums",
        collapsed
          ? "absolute top-1 right-1 size-2"
          : "ml-auto min-w-5 px-1.5 text-center text-2xs leading-5 font-semibold",
      )}
    >
      <span className={collapsed ? "sr-only" : undefined}>{waiting > 99 ? "99+" : waiting}</span>
      <span className="sr-only"> waiting</span>
    </span>
  );
}
