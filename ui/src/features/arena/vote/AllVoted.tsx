import { Link } from "@tanstack/react-router";
import { CircleCheck, Undo2 } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import type { VoteProgress } from "../types";

interface AllVotedProps {
  slug: string;
  board: string;
  progress: VoteProgress;
  onUndo: (() => void) | undefined;
}

/** The end of a sitting. */
export function AllVoted({ slug, board, progress: { mine, all, voters }, onUndo }: AllVotedProps) {
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={mine > 0 ? "You have seen every pair" : "There is nothing to vote on"}
      action={
        <>
          <Button asChild>
            <Link to="/projects/$slug/arena/$board" params={{ slug, board }} search={{}}>
              View leaderboard
            </Link>
          </Button>
          {onUndo && (
            <Button variant="ghost" onClick={onUndo}>
              <Undo2 aria-hidden /> Undo the last vote
            </Button>
          )}
        </>
      }
    >
      {mine > 0
        ? `You voted on ${countOf(mine, "pair")}. ` +
          `All together: ${countOf(all, "vote")} of ${countOf(voters, "person", "people")}.`
        : "A vote needs two entries with different answers to the same case."}
    </EmptyState>
  );
}
