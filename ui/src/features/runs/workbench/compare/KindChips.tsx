import { Check, CircleDashed, CircleOff, CircleX, Shuffle, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import type { RunComparison } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { COMPARISON_KINDS, type ComparisonKind } from "../workbenchUrlState";
import { KIND_HINTS, KIND_WORDS, total } from "./changeKinds";

interface KindChipsProps {
  counts: RunComparison["counts"];
  chosen: ComparisonKind | null;
  onChoose: (kind: ComparisonKind | null) => void;
}

export const KIND_ICONS: Record<ComparisonKind, ReactNode> = {
  fixed: <Wrench aria-hidden />,
  broken: <CircleX aria-hidden />,
  still_failing: <CircleDashed aria-hidden />,
  flaky: <Shuffle aria-hidden />,
  unchanged: <Check aria-hidden />,
  incomparable: <CircleOff aria-hidden />,
};

const LOOKS: Record<ComparisonKind, string> = {
  fixed: "text-success",
  broken: "text-error",
  still_failing: "text-warning",
  flaky: "text-lilac",
  unchanged: "text-ink-muted",
  incomparable: "text-ink-subtle",
};

/** The counts, each a filter. */
export function KindChips({ counts, chosen, onChoose }: KindChipsProps) {
  return (
    <div role="group" aria-label="Show" className="mt-2 flex flex-wrap gap-1.5">
      <KindChip chosen={chosen === null} onClick={() => onChoose(null)} hint="All cases">
        All <KindCount of={total(counts)} />
      </KindChip>
      {COMPARISON_KINDS.map((kind) => (
        <KindChip
          key={kind}
          chosen={chosen === kind}
          onClick={() => onChoose(chosen === kind ? null : kind)}
          hint={KIND_HINTS[kind]}
        >
          <span className={cx("inline-flex items-center gap-1.5 [&_svg]:size-3.5", LOOKS[kind])}>
            {KIND_ICONS[kind]} {KIND_WORDS[kind]}
          </span>{" "}
          <KindCount of={counts[kind]} />
        </KindChip>
      ))}
    </div>
  );
}

function KindChip({
  chosen,
  hint,
  onClick,
  children,
}: {
  chosen: boolean;
  hint: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      title={hint}
      onClick={onClick}
      className={cx(
        "inline-flex h-7 items-center gap-1.5 rounded-full border",
        "px-3 text-xs font-medium transition-colors duration-150",
        chosen
          ? "border-ink-muted bg-surface-hover text-ink"
          : "border-line-strong text-ink-muted hover:bg-surface-hover",
      )}
    >
      {children}
    </button>
  );
}

function KindCount({ of }: { of: number }) {
  return <span className="text-ink">{of.toLocaleString("en")}</span>;
}
