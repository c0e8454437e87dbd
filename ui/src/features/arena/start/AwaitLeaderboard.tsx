import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { isWorking, ProgressBar, reportQuery, totalsOf } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { useMakeBoard } from "../api";
import { refusals } from "../form/boardForm";

const LOOK_MS = 1_000;

/** Follow the run to its end and make the leaderboard. A reload continues here, and closing the page stops nothing. */
export function AwaitLeaderboard({ project, run }: { project: string; run: string }) {
  const navigate = useNavigate();
  const found = useQuery({
    ...reportQuery(project, run),
    refetchInterval: ({ state: { data } }) => (!data || isWorking(data.state) ? LOOK_MS : false),
  });
  const make = useMakeBoard(project);
  const asked = useRef(false);
  const report = found.data;
  useEffect(() => {
    if (report?.state !== "completed" || asked.current) return;
    asked.current = true;
    make.mutate(
      { name: `${report.plan.dataset_name} #${report.number}`.slice(0, 100), runs: [report.id] },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: "/projects/$slug/arena/$board",
            params: { slug: project, board: id },
            search: {},
            replace: true,
          }),
      },
    );
  }, [make, navigate, project, report]);
  if (found.isPending) return <BlockSkeleton lines={3} label="Loading the run" />;
  if (!report) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const totals = totalsOf(report);
  const stopped = !isWorking(report.state) && report.state !== "completed";
  return (
    <Card aria-label="Arena run" className="flex flex-col gap-3 px-5 py-4">
      <p role="status" className="text-sm text-ink">
        {stopped
          ? `The run is ${report.state}. The leaderboard is created when the run is completed.`
          : "The models answer and the judge scores the answers. The leaderboard opens when both are done."}
      </p>
      <ProgressBar
        label="Answers"
        total={report.plan.cells}
        answered={totals.answered}
        malformed={totals.malformed}
        failed={totals.failed}
      />
      {make.isError && (
        <Notice tone="error" alert>
          {refusals(make.error).join(" ")}
        </Notice>
      )}
      <div>
        <Button variant="secondary" size="sm" asChild>
          <Link to="/projects/$slug/runs/$run" params={{ slug: project, run }}>
            View run #{report.number}
          </Link>
        </Button>
      </div>
    </Card>
  );
}
