import { DotWhisker, type DotRow } from "@/shared/charts/DotWhisker";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, type Scale, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { nameOf } from "../columnNames";
import type { ColumnResult, Results } from "@/api/types";

const NOT_ENOUGH = "not enough labels";

/** The judges alone, people alone, and the judges put right by people: three figures, each with its interval. */
export function CorrectedScore({ results, scale }: { results: Results; scale: Scale }) {
  const { columns, labels_sentence: labels } = results;
  const labelled = columns.filter(({ judges, labels: count }) => judges !== null && count > 0);
  const first = labelled.find(({ corrected }) => corrected) ?? labelled[0];
  if (!first) return null;
  const binary = labelled.some(({ labels_are_binary: one }) => one);
  return (
    <Figure
      title="Score corrected by labels of people"
      reading={
        first.corrected_sentence ||
        `${countOf(first.labels, "label")} by people: too few of answers drawn at random to correct the judges.`
      }
      table={{
        columns: ["Column", "Judges alone", "People alone", "Corrected", "Labelled by people"],
        rows: labelled.map((column) => ({
          key: String(column.column),
          cells: [
            nameOf(column.column, columns),
            column.judges ? estimateText(scale, column.judges) : "–",
            column.people ? estimateText(scale, column.people) : "–",
            column.corrected ? estimateText(scale, column.corrected) : NOT_ENOUGH,
            `${column.labels.toLocaleString("en")} of ${column.cells.toLocaleString("en")}`,
          ],
        })),
      }}
      note={
        <>
          {labels}
          {binary &&
            " People answered yes or no, and judges on a scale: a yes counts as the highest score, a no as the lowest."}
        </>
      }
    >
      <DotWhisker
        rows={labelled.flatMap((column) => rowsOf(column, nameOf(column.column, columns), scale))}
        format={(value) => valueText(scale, value)}
      />
    </Figure>
  );
}

function rowsOf(column: ColumnResult, name: string, scale: Scale): DotRow[] {
  const { judges, people, corrected, labels, cells } = column;
  const parts = [
    { lead: "Judges alone", interval: judges, count: countOf(cells, "answer"), ink: "quiet" as const },
    { lead: "People alone", interval: people, count: `${labels} of ${cells} labelled`, ink: "quiet" as const },
    { lead: "Corrected", interval: corrected, count: countOf(labels, "label"), ink: "plain" as const },
  ];
  return parts.flatMap(({ lead, interval, count, ink }, at) =>
    interval
      ? [
          {
            key: `${column.column} ${lead}`,
            label: at === 0 ? name : "",
            lead,
            interval,
            text: `${estimateText(scale, interval)}, ${count}`,
            ink,
          },
        ]
      : [],
  );
}
