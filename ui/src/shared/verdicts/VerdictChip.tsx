import { CircleHelp, Equal, TrendingDown, TrendingUp, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ComparisonResult } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import {
  comparisonWord,
  ON_THESE_CASES,
  VERDICT_HINTS,
  VERDICT_TONES,
  VERDICT_WORDS,
  type VerdictWord,
} from "./verdictPhrasing";

const ICONS: Record<VerdictWord, ReactNode> = {
  better: <TrendingUp aria-hidden />,
  worse: <TrendingDown aria-hidden />,
  better_on_these_cases: <TrendingUp aria-hidden />,
  worse_on_these_cases: <TrendingDown aria-hidden />,
  cannot_tell: <CircleHelp aria-hidden />,
  inconclusive: <TriangleAlert aria-hidden />,
};

const LARGE: Record<VerdictWord, string> = {
  better: "bg-success-soft text-success",
  worse: "bg-error-soft text-error",
  better_on_these_cases: "border border-dashed border-current text-success",
  worse_on_these_cases: "border border-dashed border-current text-error",
  cannot_tell: "bg-surface-hover text-ink",
  inconclusive: "bg-warning-soft text-warning",
};

/** The verdict of a comparison: "Identical" where all answers are the same text, never "Cannot tell". */
export function ComparisonChip({ comparison }: { comparison: Pick<ComparisonResult, "verdict" | "why"> }) {
  if (comparison.why !== "identical") return <VerdictChip verdict={comparison.verdict} />;
  return (
    <Badge tone="neutral" icon={<Equal aria-hidden />}>
      {comparisonWord(comparison)}
    </Badge>
  );
}

/** Icon, word and colour: any one of them is enough to know. */
export function VerdictChip({ verdict, size = "sm" }: { verdict: VerdictWord; size?: "sm" | "lg" }) {
  if (size === "sm")
    return (
      <Tooltip text={VERDICT_HINTS[verdict]}>
        <span className="inline-flex">
          <Badge tone={VERDICT_TONES[verdict]} icon={ICONS[verdict]} outlined={ON_THESE_CASES.has(verdict)}>
            {VERDICT_WORDS[verdict]}
          </Badge>
        </span>
      </Tooltip>
    );
  return (
    <span
      className={cx(
        "inline-flex h-9 shrink-0 items-center gap-2 rounded-lg px-3 text-lg font-semibold [&_svg]:size-5",
        LARGE[verdict],
      )}
    >
      {ICONS[verdict]} {VERDICT_WORDS[verdict]}
    </span>
  );
}
