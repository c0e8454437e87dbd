import { type DiffLayout, DiffView } from "@/features/prompts";
import { Checkbox } from "@/shared/ui/Checkbox";
import { cx } from "@/shared/ui/cx";
import type { Hunk } from "../types";
import { countLines, hunkText } from "../reviewPhrasing";

interface HunkViewProps {
  hunk: Hunk;
  of: number;
  layout: DiffLayout;
  /** Left out where nothing can be chosen. */
  choice?: { chosen: boolean; onChange: () => void };
}

/** One change, to be taken or left. What is left stays readable: it is still part of what was proposed. */
export function HunkView({ hunk, of, layout, choice }: HunkViewProps) {
  const { added, removed } = countLines([hunk]);
  const name = `Change ${hunk.index + 1} of ${of}`;
  const left = choice !== undefined && !choice.chosen;
  return (
    <section aria-label={name}>
      <div className="flex min-h-9 items-center justify-between gap-3 bg-surface px-3">
        {choice ? (
          <Checkbox
            checked={choice.chosen}
            onChange={choice.onChange}
            label={<span className="font-medium text-ink">{name}</span>}
          />
        ) : (
          <h3 className="text-sm font-medium text-ink">{name}</h3>
        )}
        <span className="flex items-center gap-2 text-xs font-medium tabular-nums">
          {left && <span className="text-ink-muted">Left out</span>}
          {added > 0 && (
            <span className="text-success">
              +{added}
              <span className="sr-only"> lines added</span>
            </span>
          )}
          {removed > 0 && (
            <span className="text-error">
              −{removed}
              <span className="sr-only"> lines removed</span>
            </span>
          )}
        </span>
      </div>
      <div className={cx(left && "opacity-60 grayscale")}>
        <DiffView label={`${name}: what changes`} lines={hunkText(hunk)} layout={layout} />
      </div>
    </section>
  );
}
