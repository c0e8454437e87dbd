import { Bot, FileText, Gavel, type LucideIcon, Ruler, Table2, Target } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import type { Change, ChangeKind } from "./timelineTypes";
import { across, type Span } from "./timeAxis";

export const CHANGE_ICONS: Record<ChangeKind, LucideIcon> = {
  prompt: FileText,
  dataset: Table2,
  judge: Gavel,
  model: Bot,
  targets: Target,
  scorers: Ruler,
};
export const CHANGE_WORDS: Record<ChangeKind, string> = {
  prompt: "Prompt",
  dataset: "Dataset",
  judge: "Judge",
  model: "Model",
  targets: "Targets",
  scorers: "Scorers",
};

/** Flags closer than this would cover each other. */
const APART_PX = 30;

/** What people changed, as flags above the line. Those that stand too close share one and say how many they are. */
export function ChangeFlags({ changes, span, width }: { changes: readonly Change[]; span: Span; width: number }) {
  return (
    <div aria-hidden className="relative h-6">
      {grouped(changes, span, width).map(({ x, of }) => {
        const first = of[0];
        if (!first) return null;
        const Icon = CHANGE_ICONS[first.kind];
        return (
          <span
            key={`${first.at} ${first.kind}`}
            style={{ left: x }}
            className={cx(
              "absolute top-0 inline-flex h-4.5 -translate-x-1/2 items-center gap-0.5",
              "rounded bg-lilac-soft px-1 text-2xs font-medium text-lilac [&_svg]:size-3",
            )}
          >
            <Icon /> {of.length > 1 && of.length}
          </span>
        );
      })}
    </div>
  );
}

function grouped(changes: readonly Change[], span: Span, width: number): { x: number; of: Change[] }[] {
  const groups: { x: number; of: Change[] }[] = [];
  for (const change of changes.toSorted((one, other) => one.at - other.at)) {
    const x = across(change.at, span, width);
    const last = groups.at(-1);
    if (last && x - last.x < APART_PX) last.of.push(change);
    else groups.push({ x, of: [change] });
  }
  return groups;
}
