import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { alertListQuery, type WantedAlerts } from "../api";
import { CauseChip, SeverityIcon, AlertStateChip } from "../AlertChips";
import type { Alert } from "../types";
import { FILTER_WORDS } from "../alertPhrasing";

/** Alerts as a table, the newest first, page by page. */
export function AlertList({ project, wanted }: { project: string; wanted: WantedAlerts }) {
  const found = useInfiniteQuery(alertListQuery(project, wanted));
  if (found.isPending) return <RowSkeletons label="Loading alerts" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const alerts = found.data.pages.flatMap(({ items }) => items);
  if (alerts.length === 0) {
    return wanted.state === "unresolved" ? (
      <EmptyState action={<RoomLink room="suites" />} icon={<CircleCheck />} title="No alerts">
        No monitor has found a problem. Each monitor lists the rules that it checks.
      </EmptyState>
    ) : (
      <EmptyState action={<RoomLink room="suites" />} title={`No ${FILTER_WORDS[wanted.state].toLowerCase()} alerts`} />
    );
  }
  return (
    <>
      <DataTable
        caption="Alerts"
        columns={columnsFor(project, wanted.suite === null)}
        rows={alerts}
        rowKey={({ id }) => id}
      />
      {found.hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function columnsFor(project: string, withSuite: boolean): Column<Alert>[] {
  return [
    {
      key: "alert",
      header: "Alert",
      lead: true,
      cell: (alert) => (
        <div className="flex min-w-0 gap-2.5">
          <SeverityIcon severity={alert.severity} className="mt-0.5" />
          <div className="min-w-0">
            <Link
              to="/projects/$slug/alerts/$alert"
              params={{ slug: project, alert: alert.id }}
              className="rounded font-medium wrap-anywhere text-ink hover:underline"
            >
              {visibleText(alert.title)}
            </Link>
            <div className="text-xs wrap-anywhere text-ink-subtle">
              {withSuite && `${visibleText(alert.suite_name)} · ${visibleText(alert.monitor_name)}`}
              {withSuite && alert.findings.length > 1 && " · "}
              {alert.findings.length > 1 && `${alert.findings.length} findings`}
            </div>
          </div>
        </div>
      ),
    },
    { key: "state", header: "State", className: "lg:w-32", cell: (alert) => <AlertStateChip alert={alert} /> },
    {
      key: "cause",
      header: "Likely cause",
      className: "lg:w-36",
      cell: ({ cause }) => (cause ? <CauseChip cause={cause} /> : <span className="text-ink-subtle">–</span>),
    },
    {
      key: "seen",
      header: "Seen in",
      className: "lg:w-24 text-ink-muted whitespace-nowrap",
      cell: ({ seen }) => `${seen} ${seen === 1 ? "run" : "runs"}`,
    },
    {
      key: "last",
      header: "Last seen",
      className: "lg:w-36 text-ink-muted",
      cell: ({ last_seen_at: at }) => <RelativeTime at={at} />,
    },
  ];
}
