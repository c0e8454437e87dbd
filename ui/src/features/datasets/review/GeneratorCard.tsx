import { useQuery } from "@tanstack/react-query";
import { DotWhisker } from "@/shared/charts/DotWhisker";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Card } from "@/shared/ui/Card";
import { byGeneratorQuery } from "./api";
import { OUT_OF_TEN } from "./judgeScores";

/** Which model writes the better questions, over all datasets of the project. */
export function GeneratorCard({ project }: { project: string }) {
  const found = useQuery(byGeneratorQuery(project));
  const items = found.data?.items ?? [];
  // A card about nothing would only be in the way.
  if (items.length === 0) return null;
  const rows = items.map(({ model_name: name, mean, low, high, questions, datasets }) => {
    const interval = { value: mean, low: low ?? mean, high: high ?? mean };
    return {
      key: name,
      name,
      interval,
      questions,
      datasets,
      text:
        low === null || high === null
          ? `${valueText(OUT_OF_TEN, mean)}, too few questions for an interval`
          : estimateText(OUT_OF_TEN, interval),
    };
  });
  return (
    <Card aria-label="Questions by generator" className="px-4 py-3.5">
      <Figure
        title="Question quality by model"
        reading={visibleText(found.data?.sentence ?? "")}
        table={{
          columns: ["Model", "Mean score", "Questions", "Datasets"],
          rows: rows.map(({ key, name, text, questions, datasets }) => ({
            key,
            cells: [name, text, questions.toLocaleString("en"), datasets.toLocaleString("en")],
          })),
        }}
        note={`Scores out of ten by the judges, over ${countOf(
          rows.reduce((all, { questions }) => all + questions, 0),
          "question",
        )} of this project.`}
      >
        <DotWhisker
          rows={rows.map(({ key, name, interval, text }) => ({
            key,
            label: <span title={name}>{name}</span>,
            interval,
            text,
          }))}
          format={(value) => valueText(OUT_OF_TEN, value)}
        />
      </Figure>
    </Card>
  );
}
