import { Link } from "@tanstack/react-router";
import { Vote } from "lucide-react";
import type { Project } from "@/api/types";
import { may } from "@/features/projects";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import type { Board } from "../types";

const FEWEST = 2;

/** Who has voted so far, and the door to vote. */
export function VotesCard({ project, board }: { project: Project; board: Board }) {
  const { votes, voters, mine } = board.votes;
  const open = board.rows.length >= FEWEST && may(project, "comment") && project.archived_at === null;
  const yours = mine > 0 ? `, ${mine.toLocaleString("en")} of them yours` : "";
  return (
    <Card aria-label="Votes" className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-semibold text-ink">Blind votes</h2>
        <p className="mt-0.5 text-sm text-ink-muted">
          {votes === 0
            ? "Nobody has voted yet. Two answers to one case, side by side, and nothing tells whose they are."
            : `${countOf(votes, "vote")} of ${countOf(voters, "person", "people")}${yours}.`}
        </p>
      </div>
      {open && (
        <Button asChild>
          <Link to="/projects/$slug/arena/$board/vote" params={{ slug: project.slug, board: board.id }}>
            <Vote aria-hidden /> {mine > 0 ? "Go on voting" : "Vote"}
          </Link>
        </Button>
      )}
    </Card>
  );
}
