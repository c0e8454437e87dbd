import { useId } from "react";
import { CodeField, LayoutChoice, useDiffLayout } from "@/features/prompts";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { Spinner } from "@/shared/ui/Spinner";
import type { Checked, Suggestion } from "../types";
import { countLines } from "../reviewPhrasing";
import { HunkView } from "./HunkView";

interface EditSuggestionCardProps {
  suggestion: Suggestion;
  text: string;
  /** What the server said of the text last; null before it has said anything. */
  checked: Checked | null;
  checking: boolean;
  onText: (text: string) => void;
  onDiscard: () => void;
}

/** The prompt as it would be, to be written on, with what that changes below it. */
export function EditSuggestionCard({
  suggestion,
  text,
  checked,
  checking,
  onText,
  onDiscard,
}: EditSuggestionCardProps) {
  const [layout, setLayout] = useDiffLayout();
  const hint = useId();
  const hunks = checked?.hunks ?? suggestion.hunks;
  const { added, removed } = countLines(hunks);
  return (
    <Card aria-label="Edit the suggestion" className="overflow-hidden">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-base font-semibold text-ink">Your edit</h2>
        <span id={hint} className="text-xs text-ink-muted">
          Guardrails are checked as you type
        </span>
        <Button variant="ghost" size="xs" className="ml-auto" onClick={onDiscard}>
          Discard my edit
        </Button>
      </div>
      <div className="px-4 py-4">
        <CodeField label="Text of the prompt" value={text} onChange={onText} describedBy={hint} minHeight="14rem" />
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-y border-line bg-surface px-4 py-1.5">
        <h3 className="text-sm font-medium text-ink">Changes to version {suggestion.base.number}</h3>
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
        {checking && (
          <span className="text-ink-subtle">
            <Spinner />
            <span className="sr-only">Checking</span>
          </span>
        )}
        <span className="ml-auto">
          <LayoutChoice layout={layout} onLayout={setLayout} />
        </span>
      </div>
      {hunks.length === 0 && (
        <p className="px-4 py-6 text-sm text-ink-muted">
          No changes: the text is the same as in version {suggestion.base.number}.
        </p>
      )}
      <div className="flex flex-col divide-y divide-line">
        {hunks.map((hunk) => (
          <HunkView key={hunk.index} hunk={hunk} of={hunks.length} layout={layout} />
        ))}
      </div>
    </Card>
  );
}
