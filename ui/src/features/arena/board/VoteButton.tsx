import { Link } from "@tanstack/react-router";
import { Vote } from "lucide-react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";

interface VoteButtonProps {
  project: Project;
  board: string;
  entries: number;
  /** How often this person has voted. */
  mine: number;
  /** What the button says; else it invites to vote. */
  label?: string;
}

const FEWEST = 2;

/** The link to vote. Hidden if there is no pair, or without permission to vote. */
export function VoteButton({ project, board, entries, mine, label }: VoteButtonProps) {
  if (entries < FEWEST || !may(project, "comment") || project.archived_at !== null) return null;
  return (
    <Button asChild>
      <Link to="/projects/$slug/arena/$board/vote" params={{ slug: project.slug, board }}>
        <Vote aria-hidden /> {label ?? (mine > 0 ? "Continue voting" : "Vote")}
      </Link>
    </Button>
  );
}
