import { UserRoundCheck } from "lucide-react";
import type { ColumnResult } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { Tooltip } from "@/shared/ui/Tooltip";

/** Says that a score is a mixture: people's labels count in place of the judges' scores. Nothing without labels. */
export function LabelledMark({
  row,
}: {
  row: Pick<ColumnResult, "judges" | "labels" | "cells" | "labels_are_binary">;
}) {
  const { labels, cells, labels_are_binary: binary } = row;
  // Where no judge scored, people's labels are all there is.
  if (labels === 0 || row.judges === null) return null;
  return (
    <Tooltip
      text={
        "If a person labelled an answer, the label replaces the judge's score. " +
        (binary ? "All labels are a yes or a no, so each counts as the lowest or the highest score. " : "") +
        "The judge alone and people alone are shown below."
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
