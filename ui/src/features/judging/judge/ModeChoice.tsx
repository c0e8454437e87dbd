import { GitCompareArrows, ListChecks, MessageSquareText } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { cx } from "@/shared/ui/cx";
import type { JudgeMode } from "@/api/types";
import { MODE_HINTS, MODE_NAMES, MODES } from "../judgePhrasing";

const ICONS = { pointwise: ListChecks, pairwise: GitCompareArrows, free_text: MessageSquareText };

/** Three ways to judge, each in one line. */
export function ModeChoice({ mode, onChange }: { mode: JudgeMode; onChange: (mode: JudgeMode) => void }) {
  return (
    <RadioGroup.Root
      aria-label="Mode"
      value={mode}
      onValueChange={(next) => onChange(next as JudgeMode)}
      className="grid gap-2 md:grid-cols-3"
    >
      {MODES.map((value) => {
        const Icon = ICONS[value];
        return (
          <RadioGroup.Item
            key={value}
            value={value}
            aria-label={MODE_NAMES[value]}
            aria-describedby={`mode-${value}`}
            className={cx(
              "flex items-start gap-2.5 rounded-lg border border-line px-3 py-2.5 text-left transition-colors",
              "hover:border-line-strong hover:bg-surface",
              "data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft/50",
              "data-[state=checked]:shadow-[inset_0_0_0_1px_var(--accent)]",
            )}
          >
            <Icon
              aria-hidden
              className="mt-0.5 size-4 shrink-0 text-ink-subtle in-data-[state=checked]:text-accent-ink"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium text-ink">{MODE_NAMES[value]}</span>
              <span id={`mode-${value}`} className="block text-xs text-ink-muted">
                {MODE_HINTS[value]}
              </span>
            </span>
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}
