import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { may, useProject } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { notify } from "@/shared/ui/notify";
import { fewAlertsQuery, useAcknowledge } from "../api";
import { SeverityIcon } from "../AlertChips";
import { concerns } from "./alertScope";
import { byUrgency } from "./alertUrgency";

/** What is wrong stands above the pages it concerns until the next good run; calmer once it is acknowledged. */
export function AlertBanner({ project: slug }: { project: string }) {
  const project = useProject(slug);
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data } = useQuery(fewAlertsQuery(slug));
  const acknowledge = useAcknowledge(slug);
  const standing = (data?.items ?? [])
    .filter(({ state }) => state === "open" || state === "acknowledged")
    .filter((alert) => concerns(alert, slug, pathname))
    .toSorted(byUrgency);
  const first = standing[0];
  // Where alerts are read, they need no announcement.
  if (!first || pathname.startsWith(`/projects/${slug}/alerts`)) return null;
  const others = standing.length - 1;
  const seen = first.state === "acknowledged";
  const acts = may(project, "start_runs") && project.archived_at === null;
  return (
    <section
      aria-label="Alert"
      className={cx(
        "mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3.5 py-2 text-sm print:hidden",
        seen
          ? "border-line bg-surface"
          : first.severity === "critical"
            ? "border-transparent bg-error-soft"
            : "border-transparent bg-warning-soft",
      )}
    >
      <SeverityIcon severity={first.severity} />
      <p className="min-w-0 flex-1 basis-72 text-ink">
        <span className="font-semibold wrap-anywhere">{visibleText(first.title)}</span>{" "}
        <span className="text-ink-muted">
          {visibleText(first.suite_name)}
          {seen && first.acknowledged_by ? `, acknowledged by ${first.acknowledged_by}` : ""}
        </span>
      </p>
      <div className="flex items-center gap-2">
        {others > 0 && (
          <Link
            to="/projects/$slug/alerts"
            params={{ slug }}
            search={{}}
            className="rounded text-sm text-ink-muted hover:text-ink hover:underline"
          >
            {others} more
          </Link>
        )}
        {!seen && acts && (
          <Button
            variant="ghost"
            size="xs"
            className="text-ink!"
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(first.id, { onError: notify.failure })}
          >
            Acknowledge
          </Button>
        )}
        <Button variant="secondary" size="xs" asChild>
          <Link to="/projects/$slug/alerts/$alert" params={{ slug, alert: first.id }}>
            View
          </Link>
        </Button>
      </div>
    </section>
  );
}
