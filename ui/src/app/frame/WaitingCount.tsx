import { cx } from "@/shared/ui/cx";

interface WaitingCountProps {
  count: number;
  /** The number and what it counts, for those who do not see where it stands. */
  words: string;
  urgent: boolean;
  collapsed: boolean;
}

/** How much waits on a page; a dot where the rail shows icons only, and nothing where nothing waits. */
export function WaitingCount({ count, words, urgent, collapsed }: WaitingCountProps) {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        "rounded-full tabular-nums",
        urgent ? "bg-error-mark text-canvas" : "bg-accent text-on-accent",
        collapsed
          ? "absolute top-1 right-1 size-2"
          : "ml-auto min-w-5 px-1.5 text-center text-2xs leading-5 font-semibold",
      )}
    >
      {!collapsed && <span aria-hidden>{count > 99 ? "99+" : count}</span>}
      <span className="sr-only">{words}</span>
    </span>
  );
}
