import { Link } from "@tanstack/react-router";
import { LoaderCircle, Trophy, X } from "lucide-react";
import type { Project } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { may } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { DuelsSection } from "../duels/DuelsSection";
import { FrontierFigure } from "../frontier/FrontierFigure";
import { namesOf } from "../entryNames";
import type { Board } from "../types";
import { aboutWords, ORDER_NAMES, ROW_ORDERS, scaleFor } from "../leaderboardPhrasing";
import { BoardMenu } from "./BoardMenu";
import { Leaderboard } from "./Leaderboard";
import { type LeaderboardUrlState, withOrder, withSource, withTag } from "./leaderboardUrlState";
import { TagMap } from "./TagMap";
import { VotesCard } from "./VotesCard";

interface BoardScreenProps {
  project: Project;
  board: Board;
  place: LeaderboardUrlState;
  onPlace: (place: LeaderboardUrlState) => void;
}

export function BoardScreen({ project, board, place, onPlace }: BoardScreenProps) {
  const { slug } = project;
  const scale = scaleFor(board);
  const names = namesOf(board.rows);
  const edits = may(project, "start_runs") && project.archived_at === null;
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4">
      <div className="-mb-5">
        <PageHeader
          title={visibleText(board.name)}
          documentTitle={[board.name, "Arena", project.name]}
          description={
            <>
              {visibleText(aboutWords(board))}. Scored by{" "}
              {board.panel.length > 0 ? visibleText(board.panel.join(", ")) : "nothing yet"}.{" "}
              <Link
                to="/projects/$slug/datasets/$dataset"
                params={{ slug, dataset: board.dataset_id }}
                search={{ version: board.dataset_version }}
                className="rounded text-accent-ink underline underline-offset-2"
              >
                See the cases
              </Link>
            </>
          }
          actions={edits && <BoardMenu project={slug} board={board} />}
        />
      </div>
      <LeftOut board={board} />
      {board.rows.length === 0 ? (
        <EmptyState
          icon={<Trophy />}
          title="Nothing to rank yet"
          action={
            edits && (
              <Button variant="secondary" asChild>
                <Link to="/projects/$slug/arena/$board/edit" params={{ slug, board: board.id }}>
                  Choose other runs
                </Link>
              </Button>
            )
          }
        >
          {board.next_step || "None of the runs of this leaderboard can be compared any more."}
        </EmptyState>
      ) : (
        <>
          <section aria-label="Leaderboard" className="flex flex-col gap-3">
            <p className="max-w-4xl text-base text-ink">
              {board.sentence} {board.next_step && <span className="text-ink-muted">{board.next_step}</span>}
            </p>
            <Controls board={board} place={place} onPlace={onPlace} />
            <Leaderboard project={slug} board={board} names={names} scale={scale} order={place.order ?? "rank"} />
            <p className="text-xs text-ink-subtle">
              A shared rank (=) means that no entry above is significantly better. Below the rank: its 95% interval.
              Whiskers: 95% intervals of the grade.
            </p>
          </section>
          <Card className="min-w-0 px-4 py-3.5">
            <FrontierFigure board={board} names={names} scale={scale} />
          </Card>
          <VotesCard project={project} board={board} />
          <DuelsSection
            project={project}
            board={board.id}
            entries={board.rows.length}
            tag={place.tag}
            source={place.duels ?? "both"}
            onSource={(source) => onPlace(withSource(place, source))}
          />
          <Card className="min-w-0 px-4 py-3.5">
            <TagMap board={board} scale={scale} onTag={(tag) => onPlace(withTag(place, tag))} />
          </Card>
        </>
      )}
      <CommentThreads card project={project} subject={{ kind: "board", id: board.id }} />
    </div>
  );
}

const ALL = "all";
/** A tag may be called anything, "all" too. */
const tagValue = (tag: string) => `tag ${tag}`;

function Controls({ board, place, onPlace }: Omit<BoardScreenProps, "project">) {
  const { tags } = board;
  const listed =
    place.tag === undefined || tags.some(({ tag }) => tag === place.tag)
      ? tags
      : [...tags, { tag: place.tag, cases: board.cases }];
  const choose = (value: string) =>
    onPlace(withTag(place, listed.find(({ tag }) => tagValue(tag) === value)?.tag ?? null));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {listed.length > 0 && (
        <div className="flex items-center gap-1">
          <Select
            label="Cases"
            size="sm"
            className="w-56"
            value={place.tag === undefined ? ALL : tagValue(place.tag)}
            onChange={choose}
            options={[
              { value: ALL, label: "All cases" },
              ...listed.map(({ tag, cases }) => ({
                value: tagValue(tag),
                label: `${visibleText(tag)} (${cases.toLocaleString("en")})`,
              })),
            ]}
          />
          {place.tag !== undefined && (
            <Button variant="ghost" size="sm" onClick={() => onPlace(withTag(place, null))}>
              <X aria-hidden /> All cases
            </Button>
          )}
        </div>
      )}
      <span className="inline-flex items-center gap-2 text-xs text-ink-muted">
        Order{" "}
        <Segmented
          label="Order"
          value={place.order ?? "rank"}
          onChange={(order) => onPlace(withOrder(place, order))}
          options={ROW_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
        />
      </span>
      <p role="status" className="flex items-center gap-1.5 text-xs text-ink-subtle">
        {board.stale && (
          <>
            <LoaderCircle aria-hidden className="size-3.5 animate-spin" /> Adding new results
          </>
        )}
      </p>
    </div>
  );
}

/** Runs of the leaderboard that are no longer comparable. The ranking uses only the others. */
function LeftOut({ board: { left_out: out } }: { board: Board }) {
  if (out.length === 0) return null;
  return (
    <Notice tone="warning">
      <p className="font-medium">{countOf(out.length, "run")} left out: no longer comparable with the other runs.</p>
      <ul className="mt-1 list-disc pl-4">
        {out.map(({ run, sentence }) => (
          <li key={`${run} ${sentence}`}>{visibleText(sentence)}</li>
        ))}
      </ul>
    </Notice>
  );
}
