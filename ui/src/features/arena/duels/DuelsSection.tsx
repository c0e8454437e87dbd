import { useQuery } from "@tanstack/react-query";
import { Swords } from "lucide-react";
import type { Project } from "@/api/types";
import { DotWhisker } from "@/shared/charts/DotWhisker";
import { Figure } from "@/shared/charts/Figure";
import { rangeText, SHARE, valueText } from "@/shared/charts/estimateText";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Segmented } from "@/shared/ui/Segmented";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { duelsQuery } from "../api";
import { VoteButton } from "../board/VoteButton";
import { nameIn, namesOf } from "../entryNames";
import { DUEL_SOURCES, type Duels, type DuelSource } from "../types";
import { rankWords } from "../leaderboardPhrasing";
import { count, refusal, shownSource, SOURCE_NAMES, strengthRows } from "./duelMatrix";
import { DuelMatrix } from "./DuelMatrix";

interface DuelsSectionProps {
  project: Project;
  board: string;
  /** How many entries could be held against each other. */
  entries: number;
  tag: string | undefined;
  source: DuelSource;
  onSource: (source: DuelSource) => void;
}

/** The order from answers held against each other, by judges and by people. */
export function DuelsSection({ project, board, entries, tag, source, onSource }: DuelsSectionProps) {
  const found = useQuery(duelsQuery(project.slug, board, tag));
  if (found.isPending)
    return (
      <Card className="p-4">
        <BlockSkeleton lines={6} label="Loading duels" />
      </Card>
    );
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const book = found.data;
  const shown = shownSource(book, source);
  const duels = shown && book[shown];
  if (!duels) {
    return (
      <EmptyState
        icon={<Swords />}
        title="No duels yet"
        action={<VoteButton project={project} board={board} entries={entries} mine={0} label="Compare two answers" />}
      >
        Vote on pairs of answers, or score the runs with a pairwise judge. The duels give a second ranking, independent
        of the grades.
      </EmptyState>
    );
  }
  const names = namesOf(book.entries);
  return (
    <section aria-labelledby="duels" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="duels" className="text-base font-semibold text-ink">
          Duels
        </h2>
        <Segmented
          label="Whose verdicts"
          value={shown}
          onChange={onSource}
          options={DUEL_SOURCES.map((value) => ({ value, label: SOURCE_NAMES[value], refused: refusal(book, value) }))}
        />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card className="min-w-0 px-4 py-3.5">
          <Figure
            title="Strength"
            reading={`${duels.sentence} ${duels.next_step}`.trim()}
            table={{
              columns: ["Entry", "Rank", "Strength", "95% interval", "Won", "Duels"],
              rows: duels.items.map((item) => ({
                key: String(item.entry),
                cells: [
                  nameIn(names, item.entry),
                  rankWords(item, duels.items),
                  valueText(SHARE, item.strength),
                  rangeText(SHARE, item),
                  count(item.wins),
                  count(item.duels),
                ],
              })),
            }}
            note={<Remarks duels={duels} />}
          >
            <DotWhisker
              rows={strengthRows(duels.items, names)}
              format={(value) => valueText(SHARE, value)}
              mark={0.5}
            />
          </Figure>
        </Card>
        <Card className="min-w-0 px-4 py-3.5">
          <DuelMatrix duels={duels} entries={book.entries} names={names} />
        </Card>
      </div>
    </section>
  );
}

/** What keeps the order honest: circles, and whether the side decided. */
function Remarks({ duels: { inconsistency, position, both_bad: bad } }: { duels: Duels }) {
  return (
    <ul className="flex list-disc flex-col gap-0.5 pl-4">
      <li>
        Strength: the chance to win against an average entry. Ties count half; the difference between entries that share
        a rank is not significant.
      </li>
      {inconsistency.sentence && <li>{inconsistency.sentence}</li>}
      {position.sentence && <li>{position.sentence}</li>}
      {bad > 0 && <li>In {bad.toLocaleString("en")} of the ties both answers were bad.</li>}
    </ul>
  );
}
