/** What a list of cells is a list of. Pure. */
import { type Scale, valueText } from "@/shared/charts/estimateText";
import { nameOf } from "../columnNames";
import type { WantedCells } from "../resultsUrlState";
import { groupName } from "../slices/sliceBlocks";
import type { ColumnResult } from "@/api/types";

export function cellsTitle(
  { of, column, from, to, facet, group }: WantedCells,
  columns: readonly ColumnResult[],
  scale: Scale,
): string {
  const parts = [of ?? "Score"];
  if (from !== undefined || to !== undefined)
    parts.push(`${valueText(scale, from ?? 0)} to ${valueText(scale, to ?? 1)}`);
  if (facet && group) parts.push(groupName(facet, group));
  if (column !== undefined && columns.length > 1) parts.push(nameOf(column, columns));
  return parts.join(" · ");
}
