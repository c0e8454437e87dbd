import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { boardQuery } from "../api";
import type { Board } from "../types";

const GONE = new Set([400, 404, 422]);

/** Reads a board, and says so while it is not there. */
export function LoadBoard({
  slug,
  board,
  tag,
  children,
}: {
  slug: string;
  board: string;
  tag?: string | undefined;
  children: (board: Board) => ReactNode;
}) {
  const found = useQuery(boardQuery(slug, board, tag));
  if (found.data)
    return (
      <div
        aria-busy={found.isPlaceholderData}
        className={cx("transition-opacity duration-150", found.isPlaceholderData && "opacity-60")}
      >
        {children(found.data)}
      </div>
    );
  if (found.isPending) {
    return (
      <Waiting label="Loading the leaderboard">
        <TextSkeleton className="h-7 w-72" />
        <TextSkeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
        <RowSkeletons count={6} label="Loading the leaderboard" />
        <div className="skeleton mt-4 h-96" />
      </Waiting>
    );
  }
  if (!(found.error instanceof ApiError && GONE.has(found.error.status)))
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <EmptyState
      title="Leaderboard not found"
      action={
        <Button variant="secondary" asChild>
          <Link to="/projects/$slug/arena" params={{ slug }}>
            All leaderboards
          </Link>
        </Button>
      }
    >
      The leaderboard may have been removed, or the address belongs to another project.
    </EmptyState>
  );
}
