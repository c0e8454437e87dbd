import { LayoutChoice, useDiffLayout } from "@/features/prompts";
import { Card } from "@/shared/ui/Card";
import type { Draft } from "../reviewDraft";
import type { Suggestion } from "../types";
import { countLines } from "../reviewPhrasing";
import { HunkView } from "./HunkView";

interface SuggestionChangesCardProps {
  suggestion: Suggestion;
  draft: Draft;
  /** Nothing can be chosen any more, or not by this person. */
  settled: boolean;
  onToggle: (index: number) => void;
}

export function SuggestionChangesCard({ suggestion, draft, settled, onToggle }: SuggestionChangesCardProps) {
  const [layout, setLayout] = useDiffLayout();
  const { hunks, base } = suggestion;
  const { added, removed } = countLines(hunks);
  const choosable = !settled && hunks.length > 1;
  return (
    <Card aria-label="Changes" className="overflow-hidden">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-base font-semibold text-ink">Changes</h2>
        <span className="text-xs text-ink-muted">to version {base.number}</span>
        <span className="flex gap-2 text-xs font-medium tabular-nums">
          <span className="text-success">
            +{added}
            <span className="sr-only"> lines added</span>
          </span>
          <span className="text-error">
            −{removed}
            <span className="sr-only"> lines removed</span>
          </span>
        </span>
        <span className="ml-auto">
          <LayoutChoice layout={layout} onLayout={setLayout} />
        </span>
      </div>
      {hunks.length === 0 && <p className="px-4 py-6 text-sm text-ink-muted">There is no change that can be shown.</p>}
      <div className="flex flex-col divide-y divide-line">
        {hunks.map((hunk) => (
          <HunkView
            key={hunk.index}
            hunk={hunk}
            of={hunks.length}
            layout={layout}
            {...(choosable
              ? { choice: { chosen: draft.chosen.includes(hunk.index), onChange: () => onToggle(hunk.index) } }
              : {})}
          />
        ))}
      </div>
    </Card>
  );
}
