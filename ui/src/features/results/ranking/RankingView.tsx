import { Swords } from "lucide-react";
import type { ReactNode } from "react";
import { DotWhisker } from "@/shared/charts/DotWhisker";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, rangeText, SHARE, valueText } from "@/shared/charts/estimateText";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Notice } from "@/shared/ui/Notice";
import { nameOf } from "../columnNames";
import type { Results } from "@/api/types";
import { flipWords, inOrder, rankRows, rankWords } from "./rankRows";
import { WinMatrix } from "./WinMatrix";

interface RankingViewProps {
  results: Results;
  /** The next step where there are no duels. */
  action: ReactNode;
}

/** The order of the columns from duels: every answer against every other, in both orders. */
export function RankingView({ results: { pairwise, columns }, action }: RankingViewProps) {
  if (!pairwise) {
    return (
      <EmptyState icon={<Swords />} title="No duels yet" action={action}>
        {columns.length < 2
          ? "A ranking needs two columns or more: run with a second model or version."
          : "Score this run with a pairwise judge: " +
            "it sees two answers to the same case at a time and chooses the better one."}
      </EmptyState>
    );
  }
  const flips = flipWords(pairwise);
  const much = (pairwise.flip_rate?.value ?? 0) >= 0.25;
  return (
    <div className="flex flex-col gap-4">
      {flips && (much ? <Notice tone="warning">{flips}</Notice> : <p className="text-sm text-ink-muted">{flips}</p>)}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <section className="rounded-lg border border-line bg-raised px-4 py-3.5">
          <Figure
            title="Ranking"
            reading={`${pairwise.sentence} ${pairwise.next_step}`}
            table={{
              columns: ["Column", "Rank", "Strength", "95% interval", "Win rate"],
              rows: inOrder(pairwise.items).map((item) => ({
                key: String(item.column),
                cells: [
                  nameOf(item.column, columns),
                  rankWords(item, pairwise.items),
                  valueText(SHARE, item.strength),
                  rangeText(SHARE, item),
                  item.win_rate ? estimateText(SHARE, item.win_rate) : "–",
                ],
              })),
            }}
            note={
              "Strength: the chance to win a duel against an average column. " +
              "Whiskers: 95% intervals. The difference between columns that share a rank is not significant."
            }
          >
            <DotWhisker
              rows={rankRows(pairwise.items, columns)}
              format={(value) => valueText(SHARE, value)}
              mark={0.5}
            />
          </Figure>
        </section>
        <section className="rounded-lg border border-line bg-raised px-4 py-3.5">
          <WinMatrix pairwise={pairwise} columns={columns} />
        </section>
      </div>
      {pairwise.errors > 0 && (
        <p className="text-xs text-ink-subtle">
          {pairwise.errors.toLocaleString("en")} duels could not be judged and are not counted.
        </p>
      )}
    </div>
  );
}
