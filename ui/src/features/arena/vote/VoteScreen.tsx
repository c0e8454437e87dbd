import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Keyboard } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { turnQuery, useUndoVote, useVote } from "../api";
import type { Outcome } from "../types";
import { AllVoted } from "./AllVoted";
import { isTooSoon, OUTCOME_WORDS, progressWords, type Wish } from "./voteShortcuts";
import { BlindPairAnswers } from "./BlindPairAnswers";
import { useVoteKeys } from "./useVoteKeys";
import { VoteBar } from "./VoteBar";
import { VoteKeys } from "./VoteKeys";

interface VoteScreenProps {
  project: Project;
  board: string;
  name: string;
}

/** Two answers to one case. This screen does not know which models gave them. */
export function VoteScreen({ project, board, name }: VoteScreenProps) {
  const { slug } = project;
  const heading = usePageHeading(["Vote", name, project.name]);
  const open = may(project, "comment") && project.archived_at === null;
  const turn = useQuery({ ...turnQuery(slug, board), enabled: open });
  const vote = useVote(slug, board);
  const undo = useUndoVote(slug, board);
  const [help, setHelp] = useState(false);
  const [said, setSaid] = useState("");
  const shownAt = useRef(0);
  const undoneAt = useRef(Number.NEGATIVE_INFINITY);
  /** The votes of this sitting, to take back one by one. */
  const cast = useRef<string[]>([]);
  const top = useRef<HTMLDivElement>(null);

  const busy = vote.isPending || undo.isPending || turn.isFetching;
  const pair = turn.data?.pair ?? null;
  const token = pair?.token ?? null;
  const mine = turn.data?.progress.mine ?? 0;

  useEffect(() => {
    shownAt.current = performance.now();
    // A new pair is read from its beginning.
    top.current?.scrollIntoView({ block: "nearest" });
  }, [token]);

  const failed = (error: Error) => {
    // A pair that is gone was voted on in another window, or its run was taken off: the next one says it all.
    if (!(error instanceof ApiError && error.status === 409)) notify.failure(error);
    // It may have been counted all the same: what was last is for the server to say.
    cast.current = [];
    void turn.refetch();
  };
  const say = (outcome: Outcome) => {
    if (!token || busy || isTooSoon(shownAt.current, performance.now())) return;
    vote.mutate(
      { token, outcome },
      {
        onSuccess: ({ vote: id }) => {
          cast.current.push(id);
          setSaid(`Counted: ${OUTCOME_WORDS[outcome]}.`);
        },
        onError: failed,
      },
    );
  };
  const takeBack = () => {
    // A double click takes one vote back, not two.
    if (!open || busy || mine === 0 || isTooSoon(undoneAt.current, performance.now())) return;
    undo.mutate(cast.current.at(-1) ?? null, {
      onSuccess: ({ undone }) => {
        cast.current = undone ? cast.current.slice(0, -1) : [];
        undoneAt.current = performance.now();
        setSaid(
          undone
            ? "The last vote is undone. Vote on this pair again."
            : "Nothing was undone, because a newer vote exists.",
        );
      },
      onError: failed,
    });
  };
  useVoteKeys((wish: Wish) => {
    if (wish === "help") setHelp(true);
    else if (wish === "undo") takeBack();
    else say(wish);
  });

  return (
    <div ref={top} className="mx-auto flex w-full max-w-7xl scroll-mt-16 flex-col">
      <header className="mb-4">
        <div className="flex min-h-8 items-center gap-3">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            className="min-w-0 flex-1 truncate text-xl font-semibold text-ink"
          >
            {visibleText(name)}
          </h1>
          <span className="text-sm whitespace-nowrap text-ink-muted">
            {turn.data && pair ? progressWords(turn.data.progress) : ""}
          </span>
          <IconButton label="Keys" aria-keyshortcuts="?" onClick={() => setHelp(true)}>
            <Keyboard aria-hidden />
          </IconButton>
          <Button variant="ghost" size="sm" asChild>
            <Link to="/projects/$slug/arena/$board" params={{ slug, board }} search={{}}>
              <ArrowLeft aria-hidden /> Leaderboard
            </Link>
          </Button>
        </div>
        {turn.data && <VoteProgress done={mine} left={turn.data.progress.left_to_do} />}
        <span role="status" className="sr-only">
          {said}
        </span>
      </header>
      {!open && (
        <EmptyState action={<RoomLink room="arena" />} title="You cannot vote here">
          {project.archived_at ? "The project is archived." : "Voting needs the role REVIEWER or higher."}
        </EmptyState>
      )}
      {open && turn.isPending && <BlockSkeleton lines={12} label="Fetching a pair" />}
      {open && turn.isError && !turn.data && <ErrorState error={turn.error} onRetry={() => void turn.refetch()} />}
      {turn.data && !pair && (
        <AllVoted slug={slug} board={board} progress={turn.data.progress} onUndo={mine > 0 ? takeBack : undefined} />
      )}
      {pair && (
        <div aria-busy={busy} className="flex flex-col gap-4">
          <BlindPairAnswers key={pair.token} pair={pair} />
          <VoteBar busy={busy} onVote={say} onUndo={mine > 0 ? takeBack : undefined} />
        </div>
      )}
      <VoteKeys open={help} onOpenChange={setHelp} />
    </div>
  );
}

function VoteProgress({ done, left }: { done: number; left: number }) {
  const total = done + left;
  return (
    <div
      role="progressbar"
      aria-label="Your votes"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="mt-3 h-1 w-full overflow-hidden rounded-full bg-surface-hover"
    >
      <span
        className="block h-full bg-accent-mark transition-[width] duration-300"
        style={{ width: `${total > 0 ? (done / total) * 100 : 0}%` }}
      />
    </div>
  );
}
