import { DotWhisker } from "@/shared/charts/DotWhisker";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, type Scale, valueText } from "@/shared/charts/reading";
import { nameOf } from "../columns";
import type { Results } from "@/api/types";

/** What people would have given on average: the judges' values, put right by the answers that people graded too. */
export function Corrected({ results, scale }: { results: Results; scale: Scale }) {
  const { columns, labels_sentence: labels } = results;
  const labelled = columns.flatMap((column) =>
    column.corrected && column.composite ? [{ column, corrected: column.corrected, composite: column.composite }] : [],
  );
  const first = labelled[0];
  if (!first) return null;
  const rows = labelled.flatMap(({ column, corrected, composite }) => {
    const name = nameOf(column.column, columns);
    return [
      {
        key: `${column.column} people`,
        label: name,
        lead: "People",
        interval: corrected,
        text: estimateText(scale, corrected),
      },
      {
        key: `${column.column} judges`,
        label: labelled.length > 1 ? "" : name,
        lead: "Judges",
        interval: composite,
        text: estimateText(scale, composite),
        ink: "quiet" as const,
      },
    ];
  });
  return (
    <Figure
      title="What people would say"
      reading={first.column.corrected_sentence}
      table={{
        columns: ["Column", "People, estimated", "Judges", "Labels"],
        rows: labelled.map(({ column, corrected, composite }) => ({
          key: String(column.column),
          cells: [
            nameOf(column.column, columns),
            estimateText(scale, corrected),
            estimateText(scale, composite),
            column.labels.toLocaleString("en"),
          ],
        })),
      }}
      note={labels}
    >
      <DotWhisker rows={rows} format={(value) => valueText(scale, value)} />
    </Figure>
  );
}
