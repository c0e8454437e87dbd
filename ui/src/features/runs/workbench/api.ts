/** Two runs beside each other, as the server compares them. */
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { runKey } from "@/features/runs";
import { api, unwrap } from "@/shared/http/client";
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
  return infiniteQueryOptions({
    queryKey: [...runKey(project, run), "comparison", other, column, otherColumn, kind, metric ?? null],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run}/comparison", {
          params: {
            path: { project, run },
            query: {
              with: other,
              column,
              other_column: otherColumn,
              limit: PAGE,
              ...(kind ? { kind } : {}),
              ...(metric ? { metric } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });
}
