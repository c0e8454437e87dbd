import { ChevronDown, ChevronUp, Grid3x3 } from "lucide-react";
import { Figure } from "@/shared/charts/Figure";
import { type HeatBlock, type HeatCell, HeatMap } from "@/shared/charts/HeatMap";
import { changeText, estimateText, type Scale, valueText } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { nameOf } from "../columnNames";
import type { WantedCells } from "../resultsUrlState";
import type { FacetResult, Results } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import {
  cellWords,
  FACET_NAMES,
  groupName,
  shownColumns,
  sliceBlocks,
  slicesReading,
  standing,
  standingOut,
} from "./sliceBlocks";

interface SlicesViewProps {
  results: Results;
  scale: Scale;
  onCells: (wanted: WantedCells) => void;
}

/** Where the answers are good and where they are not: the cases by tag, length, difficulty and split. */
export function SlicesView({ results, scale, onCells }: SlicesViewProps) {
  const { facets, columns } = results;
  if (facets.length === 0)
    return (
      <EmptyState action={<RoomLink room="datasets" />} icon={<Grid3x3 />} title="No slices yet">
        Add tags, a difficulty or a split to the cases of the dataset to see the scores of each group of cases.
      </EmptyState>
    );
  const shown = shownColumns(facets, columns);
  const blocks = sliceBlocks(facets, shown);
  const drawn: HeatBlock[] = blocks.map(({ facet, rows }) => ({
    name: FACET_NAMES[facet],
    rows: rows.map(({ group, cells }) => ({
      key: group,
      label: visibleText(facet === "length" ? group : groupName(facet, group)),
      cells: cells.map((cell) => heatCell(cell, results, scale)),
    })),
  }));
  const open = (facet: FacetResult | null | undefined, column: number | null | undefined) => {
    if (facet)
      onCells({
        ...(column === null || column === undefined ? {} : { column }),
        facet: facet.facet,
        group: facet.group,
      });
  };
  const apart = standingOut(facets);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <section className="rounded-lg border border-line bg-raised px-4 py-3.5">
        <Figure
          title="Score by group of cases"
          reading={slicesReading(facets, columns, scale)}
          table={{
            columns: [
              "Group",
              ...(shown.length > 1 ? ["Column"] : []),
              "Score",
              "Compared with the other cases",
              "Cases",
            ],
            rows: blocks.flatMap(({ facet, rows }) =>
              rows.flatMap(({ group, cells }) =>
                cells.flatMap((cell, at) =>
                  cell
                    ? [
                        {
                          key: `${facet} ${group} ${at}`,
                          cells: [
                            visibleText(groupName(facet, group)),
                            ...(shown.length > 1 ? [nameOf(shown[at] ?? 0, columns)] : []),
                            estimateText(scale, cell.estimate),
                            cell.difference ? changeText(scale, cell.difference.value) : "–",
                            `${cell.estimate.clusters.toLocaleString("en")}${cell.small ? ", few" : ""}`,
                          ],
                        },
                      ]
                    : [],
                ),
              ),
            ),
          }}
          note={<HeatLegend />}
        >
          <HeatMap
            caption="Score by group of cases and column"
            columns={shown.map((column) => ({
              key: String(column),
              label: column === null ? "All" : nameOf(column, columns),
            }))}
            blocks={drawn}
            onCell={(block, row, at) => open(blocks[block]?.rows[row]?.cells[at], shown[at])}
          />
        </Figure>
      </section>
      <section aria-label="Groups that differ" className="rounded-lg border border-line bg-raised px-4 py-3.5">
        <h3 className="text-sm font-semibold text-ink">Groups that differ</h3>
        {apart.length === 0 ? (
          <p className="mt-1 text-sm text-ink-muted">
            No group differs so far. The differences between groups are not significant.
          </p>
        ) : (
          <ul className="mt-2 flex flex-col gap-2.5">
            {apart.slice(0, 8).map((facet) => (
              <li key={`${facet.facet} ${facet.group} ${facet.column}`} className="text-sm text-ink-muted">
                <button
                  type="button"
                  onClick={() => open(facet, facet.column)}
                  className={cx(
                    "flex items-center gap-1 rounded text-left font-medium text-ink",
                    "hover:underline [&_svg]:size-4",
                  )}
                >
                  <SliceDirection side={standing(facet)} /> {visibleText(groupName(facet.facet, facet.group))}
                </button>
                <span className="block">{facet.sentence}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function heatCell(facet: FacetResult | null, { columns }: Results, scale: Scale): HeatCell {
  if (!facet) return { value: null, text: "–", words: "No cases", faint: false };
  const side = standing(facet);
  return {
    value: facet.estimate.value,
    text: valueText(scale, facet.estimate.value),
    words: cellWords(facet, columns, scale),
    faint: facet.small,
    ...(side ? { mark: <SliceDirection side={side} /> } : {}),
  };
}

function SliceDirection({ side }: { side: "lower" | "higher" | null }) {
  if (side === "lower")
    return <ChevronDown aria-label="lower than the other cases" role="img" className="text-error" />;
  if (side === "higher")
    return <ChevronUp aria-label="higher than the other cases" role="img" className="text-success" />;
  return null;
}

function HeatLegend() {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>A stronger colour means a higher score.</span>
      <span className="inline-flex items-center gap-1">
        <SliceDirection side="lower" />
        <SliceDirection side="higher" /> clearly lower or higher than the other cases
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="inline-block h-3.5 w-5 rounded border border-dashed border-control" /> too few
        cases for a reliable score
      </span>
    </span>
  );
}
