import { TriangleAlert } from "lucide-react";
import { Badge } from "@/shared/ui/Badge";
import { Tooltip } from "@/shared/ui/Tooltip";
import type { ColumnResult } from "@/api/types";

/** A column in which too much is missing: its mean is of those that are left, so it proves nothing. */
export function InconclusiveMark({ row: { errors, cells } }: { row: Pick<ColumnResult, "errors" | "cells"> }) {
  const share = Math.round(((errors.target + errors.judge) / Math.max(1, cells)) * 100);
  return (
    <Tooltip
      text={
        `${share}% of the cells have no usable score. ` +
        "Above 10% no verdict is given, because the missing cells may differ from the others."
      }
    >
      <span className="inline-flex">
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          Inconclusive
        </Badge>
      </span>
    </Tooltip>
  );
}
