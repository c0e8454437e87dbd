/** Two runs beside each other, as the server compares them. */
import { keepPreviousData } from "@tanstack/react-query";
import { runKey } from "@/features/runs";
import { pagedQuery } from "@/shared/http/queries";
import type { ComparisonKind } from "./workbenchUrlState";

const PAGE = 30;

export interface Compared {
  run: string;
  /** The earlier one, or the same for two of its columns. */
  other: string;
  column: number;
  otherColumn: number;
  kind: ComparisonKind | null;
  metric?: string | undefined;
}

export function comparisonQuery(project: string, { run, other, column, otherColumn, kind, metric }: Compared) {
  return pagedQuery(
    [...runKey(project, run), "comparison", other, column, otherColumn, kind, metric ?? null],
    "/api/v1/projects/{project}/runs/{run}/comparison",
    {
      path: { project, run },
      query: {
        with: other,
        column,
        other_column: otherColumn,
        limit: PAGE,
        kind: kind || undefined,
        metric: metric || undefined,
      },
    },
    { placeholderData: keepPreviousData },
  );
}
