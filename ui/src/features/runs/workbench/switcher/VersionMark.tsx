import type { Prompt } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";

/** The newest version, and a mark once the draft says something else. */
export function VersionMark({ prompt: { latest, clean } }: { prompt: Prompt }) {
  const words =
    latest === 0
      ? "No version yet: the first run creates version 1"
      : clean
        ? `The draft is the same as version ${latest}`
        : `The draft differs from version ${latest}: the next run creates version ${latest + 1}`;
  return (
    <Tooltip text={words}>
      <span
        role="note"
        aria-label="Version"
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
           the explanation has to be reachable by keyboard */
        tabIndex={0}
        className={cx(
          "relative inline-flex h-5 shrink-0 items-center rounded bg-surface-hover",
          "px-1.5 text-2xs font-medium whitespace-nowrap text-ink-muted",
        )}
      >
        {latest === 0 ? "draft" : `v${latest}`}
        {latest > 0 && !clean && (
          <span className="-mr-0.5 ml-1 size-1.5 rounded-full bg-warning-mark">
            <span className="sr-only">, draft differs</span>
          </span>
        )}
      </span>
    </Tooltip>
  );
}
