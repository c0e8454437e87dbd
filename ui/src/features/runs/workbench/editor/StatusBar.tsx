import { Braces, GitCompareArrows, WrapText } from "lucide-react";
import type { Prompt, RenderedPrompt } from "@/api/types";
import { DraftStatus, LengthNote, type PromptDraft } from "@/features/prompts";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";

interface StatusBarProps {
  draft: PromptDraft;
  prompt: Prompt;
  shown: RenderedPrompt | null;
  readOnly: boolean;
  wrap: boolean;
  onWrap: () => void;
  onCompare: () => void;
  onRequest: () => void;
}

/** Whether it is kept, how long it is, and what else can be looked at. */
export function StatusBar({ draft, prompt, shown, readOnly, wrap, onWrap, onCompare, onRequest }: StatusBarProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-t border-line py-0.5 pr-1.5 pl-3">
      {readOnly ? <span className="text-xs text-ink-subtle">Read only</span> : <DraftStatus draft={draft} short />}
      {shown && shown.characters > 0 && <LengthNote shown={shown} what="The values of cases are not included." short />}
      <span className="ml-auto flex items-center">
        <IconButton
          label="Wrap long lines (Ctrl+Shift+Z)"
          aria-pressed={wrap}
          onClick={onWrap}
          className={cx("size-7", wrap && "text-accent-ink")}
        >
          <WrapText aria-hidden />
        </IconButton>
        <IconButton
          label={
            prompt.latest === 0 ? "Compare with a version: the first run creates version 1" : "Compare with a version"
          }
          aria-disabled={prompt.latest === 0 || undefined}
          onClick={() => prompt.latest > 0 && onCompare()}
          className={cx("size-7", prompt.latest === 0 && "opacity-50")}
        >
          <GitCompareArrows aria-hidden />
        </IconButton>
        <IconButton label="Exact request" onClick={onRequest} className="size-7">
          <Braces aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
