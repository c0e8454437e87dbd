import type { Project } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Card } from "@/shared/ui/Card";
import type { Board } from "../types";
import { VoteButton } from "./VoteButton";

/** Who has voted so far, and the link to vote. */
export function VotesCard({ project, board }: { project: Project; board: Board }) {
  const { votes, voters, mine } = board.votes;
  const yours = mine > 0 ? `, ${mine.toLocaleString("en")} of them yours` : "";
  return (
    <Card aria-label="Votes" className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-semibold text-ink">Blind votes</h2>
        <p className="mt-0.5 text-sm text-ink-muted">
          {votes === 0
            ? "No votes yet. You see two answers to one case side by side, without the names of their entries."
            : `${countOf(votes, "vote")} of ${countOf(voters, "person", "people")}${yours}.`}
        </p>
      </div>
      <VoteButton project={project} board={board.id} entries={board.rows.length} mine={mine} />
    </Card>
  );
}
