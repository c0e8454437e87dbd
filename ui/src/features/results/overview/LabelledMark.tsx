import { UserRoundCheck } from "lucide-react";
import type { ColumnResult, Results } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { Tooltip } from "@/shared/ui/Tooltip";

/** Says that a score is a mixture: people's labels count in place of scores. Nothing for the figure of a scorer. */
export function LabelledMark({
  measure,
  row,
}: {
  measure: Pick<Results["measure"], "kind">;
  row: Pick<ColumnResult, "judges" | "labels" | "cells" | "labels_are_binary">;
}) {
  const { labels, cells, labels_are_binary: binary } = row;
  // Where no judge scored, people's labels are all there is.
  if (measure.kind !== "labels_first" || labels === 0 || row.judges === null) return null;
  return (
    <Tooltip
      text={
        "By this metric, a person's label replaces the score of an answer. " +
        (binary ? "All labels are a yes or a no, so each counts as the lowest or the highest score. " : "") +
        "The scorer alone and people alone are metrics of their own, and are shown below."
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tip has to be reachable by keyboard */}
      <span tabIndex={0} className="rounded">
        <Badge tone="lilac" icon={<UserRoundCheck aria-hidden />}>
          {labels.toLocaleString("en")} of {cells.toLocaleString("en")} labelled by people
          {binary && ", yes or no"}
        </Badge>
      </span>
    </Tooltip>
  );
}
