import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { Dialog } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Segmented } from "@/shared/ui/Segmented";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { splitCasesQuery } from "../../api";
import type { SplitCase, SplitName } from "../../types";

const NAMES = { train: "Training", validation: "Validation", holdout: "Hold-out" } as const;
const TONES = { train: "neutral", validation: "accent", holdout: "success" } as const;
const CHOICES: { value: SplitName | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "train", label: NAMES.train },
  { value: "validation", label: NAMES.validation },
  { value: "holdout", label: NAMES.holdout },
];
const COLUMNS: Column<SplitCase>[] = [
  {
    key: "text",
    header: "Case",
    lead: true,
    cell: ({ text }) => <span className="line-clamp-2">{visibleText(text)}</span>,
  },
  {
    key: "split",
    header: "Split",
    align: "right",
    cell: ({ split }) => <Badge tone={TONES[split]}>{NAMES[split]}</Badge>,
  },
];

/** Every case of the experiment with its split, as they were drawn when it started. */
export function SplitCasesDialog({
  project,
  experiment,
  onClose,
}: {
  project: string;
  experiment: string;
  onClose: () => void;
}) {
  const [split, setSplit] = useState<SplitName | "all">("all");
  const found = useInfiniteQuery(splitCasesQuery(project, experiment, split === "all" ? null : split));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Case splits"
      description="Cases were assigned to splits when the experiment started. Later changes of the dataset do not move them."
      width="lg"
    >
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto">
        <Segmented label="Split" value={split} onChange={setSplit} options={CHOICES} />
        {found.isPending ? (
          <RowSkeletons count={6} label="Loading cases" />
        ) : found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <DataTable
            caption="Cases and their splits"
            columns={COLUMNS}
            rows={found.data.pages.flatMap(({ items }) => items)}
            rowKey={({ position }) => String(position)}
          />
        )}
        {found.hasNextPage && (
          <div>
            <Button variant="secondary" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              Load more
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
