import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import type { StartRun } from "@/api/types";
import { forecastQuery, roughly, useStartRun } from "@/features/runs";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { BlockSkeleton } from "@/shared/ui/Skeleton";

interface ArenaCostConfirmProps {
  project: string;
  order: StartRun;
  onClose: () => void;
}

/** What it will cost, before anything is spent. */
export function ArenaCostConfirm({ project, order, onClose }: ArenaCostConfirmProps) {
  const navigate = useNavigate();
  const found = useQuery(forecastQuery(project, order));
  const start = useStartRun(project);
  const forecast = found.data?.forecast ?? null;
  const problems = found.data?.problems ?? [];
  const failed = start.error ?? found.error;
  const go = () => {
    if (start.isPending) return;
    start.mutate(order, {
      onSuccess: ({ id }) =>
        void navigate({ to: "/projects/$slug/arena/start", params: { slug: project }, search: { run: id } }),
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Start the arena" width="sm">
      {found.isPending && <BlockSkeleton lines={2} label="Loading the forecast" />}
      {forecast && (
        <p role="status" className="text-sm text-ink">
          {countOf(forecast.calls, "answer")} and {countOf(forecast.judge_calls, "judge call")},{" "}
          {forecast.money
            ? `about ${formatMoney(readMoney(forecast.money.likely_usd))}, at worst ${formatMoney(readMoney(forecast.money.worst_usd))}`
            : "cost unknown"}
          {forecast.simulated && " simulated"}, {roughly(forecast.seconds)}.
        </p>
      )}
      {problems.map(({ code, message }) => (
        <Notice key={code + message} tone="warning" className="mt-3">
          {message}
        </Notice>
      ))}
      {failed && (
        <Notice tone="error" alert className="mt-3">
          {failed instanceof ApiError ? failed.message : "The request failed. Try again in a moment."}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={start.isPending} disabled={!found.data || problems.length > 0} onClick={go}>
          <Play aria-hidden /> Start
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
