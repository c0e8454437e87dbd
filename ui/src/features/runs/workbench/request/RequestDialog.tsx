import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { PromptDraft } from "@/features/prompts";
import type { TargetPart } from "@/features/runs";
import { Dialog } from "@/shared/ui/Dialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { requestQuery } from "./requestApi";
import { RequestView } from "./RequestView";

interface RequestDialogProps {
  project: string;
  draft: PromptDraft;
  target: TargetPart | null;
  dataset: { id: string; name: string; cases: number } | null;
  onClose: () => void;
}

export function RequestDialog(props: RequestDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title="Exact request"
      description="The exact bytes that a run would send. Nothing is sent now, and keys stay hidden."
      width="xl"
    >
      <ExactRequest {...props} />
    </Dialog>
  );
}

function ExactRequest({ project, draft, target, dataset }: RequestDialogProps) {
  const [row, setRow] = useState(0);
  // The server shows what it has; while the draft is on its way there, there is nothing new to ask for.
  const wanted =
    target && !draft.saving
      ? { prompt: draft.base.id, revision: draft.base.revision, target, dataset: dataset?.id ?? null, row }
      : null;
  const found = useQuery(requestQuery(project, wanted));
  if (!target)
    return (
      <EmptyState action={null} title="No model chosen">
        Add a model to the results first: each provider has its own request format.
      </EmptyState>
    );
  const rows = dataset?.cases ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span className="flex min-w-0 items-center gap-2">
          <ProviderMark provider={target.model.provider} size="sm" />
          <span className="truncate font-medium text-ink">{target.model.title}</span>
        </span>
        {dataset && rows > 0 && <RowChoice dataset={dataset.name} row={row} rows={rows} onRow={setRow} />}
      </div>
      {draft.dirty && !draft.saving && (
        <Notice tone="warning">The draft is not saved yet. The request uses the text that was saved last.</Notice>
      )}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.isError && <BlockSkeleton lines={8} label="Loading the request" />}
      {found.data && <RequestView request={found.data} busy={found.isPlaceholderData} />}
    </div>
  );
}

interface RowChoiceProps {
  dataset: string;
  row: number;
  rows: number;
  onRow: (row: number) => void;
}

function RowChoice({ dataset, row, rows, onRow }: RowChoiceProps) {
  const [typed, setTyped] = useState(String(row + 1));
  const go = (next: number) => {
    const row = Math.min(Math.max(next, 0), rows - 1);
    setTyped(String(row + 1));
    onRow(row);
  };
  const type = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= rows) onRow(number - 1);
  };
  return (
    <span className="ml-auto flex items-center gap-1 text-xs text-ink-muted">
      <span className="max-w-40 truncate" title={dataset}>
        {dataset}
      </span>
      , row
      <IconButton
        label="Row before"
        tip={false}
        className="size-7"
        aria-disabled={row === 0 || undefined}
        onClick={() => go(row - 1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <span className="w-14">
        <Input
          aria-label="Row of the dataset"
          inputMode="numeric"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(String(row + 1))}
          className="h-7 px-2 text-center text-xs"
        />
      </span>
      <IconButton
        label="Next row"
        tip={false}
        className="size-7"
        aria-disabled={row >= rows - 1 || undefined}
        onClick={() => go(row + 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
      of {rows.toLocaleString("en")}
    </span>
  );
}
