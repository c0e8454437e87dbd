import { useInfiniteQuery } from "@tanstack/react-query";
import { GitCompareArrows, History } from "lucide-react";
import { useState } from "react";
import type { RunCard } from "@/api/types";
import { runListQuery } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Sheet } from "@/shared/ui/Sheet";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { HistoryItem } from "./HistoryItem";

interface HistorySheetProps {
  project: string;
  prompt: string;
  /** The run on the screen. */
  shown: string | null;
  onOpen: (run: string) => void;
  onCompare: (run: string, other: string) => void;
  onClose: () => void;
}

/** Every run of the prompt: open one, or choose two to see what changed between them. */
export function HistorySheet({ project, prompt, shown, onOpen, onCompare, onClose }: HistorySheetProps) {
  const list = useInfiniteQuery(runListQuery(project, { prompt }));
  const [chosen, setChosen] = useState<readonly RunCard[]>([]);
  const cards = list.data?.pages.flatMap((page) => page.items) ?? [];
  // A third one takes the place of the first: two are compared.
  const toggle = (run: RunCard) =>
    setChosen((before) =>
      before.some(({ id }) => id === run.id) ? before.filter(({ id }) => id !== run.id) : [...before, run].slice(-2),
    );
  const [earlier, later] = [...chosen].sort((one, other) => one.number - other.number);
  const words =
    later && earlier
      ? `#${earlier.number} with #${later.number}`
      : chosen.length === 1
        ? "Choose one more run to compare"
        : "Choose two runs to compare";
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="History"
      footer={
        cards.length > 1 && (
          <>
            <span role="status" className="mr-auto text-sm text-ink-muted">
              {words}
            </span>
            <Button disabled={!later} onClick={() => earlier && later && onCompare(later.id, earlier.id)}>
              <GitCompareArrows aria-hidden /> Compare
            </Button>
          </>
        )
      }
    >
      {list.isPending && <RowSkeletons count={6} label="Loading runs" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && cards.length === 0 && (
        <EmptyState action={<RoomLink room="runs" />} icon={<History />} title="No runs yet">
          Press Run to start a run. Every run of this prompt is listed here with its answers.
        </EmptyState>
      )}
      <ul aria-label="Runs of this prompt" className="-mx-2 flex flex-col">
        {cards.map((run) => (
          <HistoryItem
            key={run.id}
            run={run}
            shown={run.id === shown}
            chosen={chosen.some(({ id }) => id === run.id)}
            onOpen={() => onOpen(run.id)}
            onToggle={() => toggle(run)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="ghost"
          className="mt-3 self-center"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older runs
        </Button>
      )}
    </Sheet>
  );
}
