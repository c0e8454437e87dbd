import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { Ago } from "@/shared/ui/RelativeTime";
import { fewAlertsQuery } from "../api";
import { SeverityIcon, AlertStateChip } from "../AlertChips";

interface AlertBellProps {
  project: string;
  /** Open alerts, and whether one of them is critical. */
  waiting: number;
  critical: boolean;
}

/** The number of open alerts, and a menu with the newest. */
export function AlertBell({ project, waiting, critical }: AlertBellProps) {
  const [open, setOpen] = useState(false);
  const few = useQuery({ ...fewAlertsQuery(project), enabled: open });
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label={waiting === 0 ? "Alerts: none open" : `Alerts: ${waiting} open`}
          tip={false}
          className="relative"
        >
          <Bell aria-hidden />
          {waiting > 0 && (
            <span
              aria-hidden
              className={cx(
                "absolute -top-0.5 -right-0.5 min-w-4 rounded-full px-1",
                "text-center text-2xs leading-4 font-semibold tabular-nums text-canvas",
                critical ? "bg-error-mark" : "bg-warning-mark",
              )}
            >
              {waiting > 99 ? "99+" : waiting}
            </span>
          )}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Alerts"
          className={cx(
            "z-50 flex w-96 max-w-[calc(100vw-1rem)] animate-pop-in flex-col",
            "overflow-hidden rounded-lg bg-raised shadow-float focus:outline-none",
          )}
        >
          <p className="border-b border-line px-4 py-2.5 text-sm font-semibold text-ink">Alerts</p>
          {few.data?.items.length === 0 && (
            <p className="px-4 py-6 text-center text-sm text-ink-muted">
              No alert is open. Your monitors have found no problem.
            </p>
          )}
          {few.data && few.data.items.length > 0 && (
            <ul className="max-h-96 divide-y divide-line overflow-y-auto">
              {few.data.items.map((alert) => (
                <li key={alert.id}>
                  <Link
                    to="/projects/$slug/alerts/$alert"
                    params={{ slug: project, alert: alert.id }}
                    onClick={() => setOpen(false)}
                    className="flex gap-2.5 px-4 py-2.5 hover:bg-surface-hover focus-visible:-outline-offset-2"
                  >
                    <SeverityIcon severity={alert.severity} className="mt-0.5" />
                    <span className="min-w-0 flex-1">
                      <span className="line-clamp-2 text-sm font-medium wrap-anywhere text-ink">
                        {visibleText(alert.title)}
                      </span>
                      <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-subtle">
                        {visibleText(alert.suite_name)} · <Ago at={alert.last_seen_at} />{" "}
                        {alert.state !== "open" && <AlertStateChip alert={alert} />}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <Link
            to="/projects/$slug/alerts"
            params={{ slug: project }}
            search={{}}
            onClick={() => setOpen(false)}
            className={cx(
              "border-t border-line px-4 py-2.5 text-center text-sm font-medium text-accent-ink",
              "hover:bg-surface-hover focus-visible:-outline-offset-2",
            )}
          >
            All alerts
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
