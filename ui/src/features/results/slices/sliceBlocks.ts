/** Slices of the cases as a heat map: which rows, in which order, and what stands out. Pure. */
import { estimateText, type Scale, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { nameOf } from "../columnNames";
import { type Facet, FACETS } from "../resultsUrlState";
import type { ColumnResult, FacetResult } from "@/api/types";

export const FACET_NAMES: Record<Facet, string> = {
  tag: "Tag",
  length: "Length of the case",
  difficulty: "Difficulty",
  split: "Split",
  model: "Model",
};

const LENGTHS = ["XS", "S", "M", "L", "XL"];
const HARDNESS = ["easy", "medium", "hard"];
/** Certain enough, for all slices at once. */
const CERTAIN = 0.05;

interface SliceRow {
  group: string;
  /** One for each column of the run; null where it has no such case. */
  cells: readonly (FacetResult | null)[];
}

interface SliceBlock {
  facet: Facet;
  rows: readonly SliceRow[];
}

/** The column of a cell of the heat map: one of the run, or all of them together. */
export function shownColumns(facets: readonly FacetResult[], columns: readonly ColumnResult[]): (number | null)[] {
  const split = facets.some(({ column }) => column !== null);
  return split ? columns.map(({ column }) => column) : [null];
}

export function sliceBlocks(facets: readonly FacetResult[], shown: readonly (number | null)[]): SliceBlock[] {
  // Models are columns already; a row for each of them would say it twice.
  return FACETS.filter((facet) => facet !== "model" || shown.length === 1).flatMap((facet) => {
    const found = facets.filter((one) => one.facet === facet);
    const groups = [...new Set(found.map(({ group }) => group))].sort((one, other) => compareGroups(facet, one, other));
    const rows = groups.map((group) => ({
      group,
      cells: shown.map(
        (column) => found.find((one) => one.group === group && (one.column === column || one.column === null)) ?? null,
      ),
    }));
    return rows.length > 0 ? [{ facet, rows }] : [];
  });
}

export function compareGroups(facet: Facet, one: string, other: string): number {
  if (facet === "length") return LENGTHS.indexOf(one) - LENGTHS.indexOf(other);
  if (facet === "difficulty") return HARDNESS.indexOf(one) - HARDNESS.indexOf(other);
  return one.localeCompare(other);
}

export function groupName(facet: Facet, group: string): string {
  if (facet === "length") return `Length ${group}`;
  return group || "(none)";
}

/** Lower or higher than the other cases, by more than chance explains. */
export function standing({ difference, p_adjusted: p, small }: FacetResult): "lower" | "higher" | null {
  if (!difference || p === null || p >= CERTAIN || small) return null;
  return difference.value < 0 ? "lower" : "higher";
}

export function standingOut(facets: readonly FacetResult[]): FacetResult[] {
  return facets
    .filter((one) => one.facet !== "model" && standing(one) !== null)
    .sort((one, other) => (one.difference?.value ?? 0) - (other.difference?.value ?? 0));
}

export function cellWords(facet: FacetResult, columns: readonly ColumnResult[], scale: Scale): string {
  const name = facet.column === null || columns.length === 1 ? "" : `, ${nameOf(facet.column, columns)}`;
  const side = standing(facet);
  const apart = side ? `, ${side} than the other cases` : "";
  return (
    `${groupName(facet.facet, facet.group)}${name}: ${estimateText(scale, facet.estimate)} over ` +
    `${countOf(facet.estimate.clusters, "case")}${apart}${facet.small ? "; too few cases for a reliable score" : ""}.`
  );
}

export function slicesReading(facets: readonly FacetResult[], columns: readonly ColumnResult[], scale: Scale): string {
  const out = standingOut(facets);
  const small = facets.filter((one) => one.small).length;
  const few =
    small > 0
      ? ` ${countOf(small, "group")} with a dashed edge ${small === 1 ? "has" : "have"} too few cases for a reliable score.`
      : "";
  const [first] = out;
  if (!first) return `No group of cases differs significantly from the others.${few}`;
  const rest = out.length > 1 ? `, and ${out.length - 1} more` : "";
  const side = standing(first) === "lower" ? "weakest" : "strongest";
  const name = first.column === null || columns.length === 1 ? "" : ` (${nameOf(first.column, columns)})`;
  return (
    `Clearly different from the other cases, ${side} first: ` +
    `${groupName(first.facet, first.group)}${name} with ${valueText(scale, first.estimate.value)}${rest}.${few}`
  );
}
