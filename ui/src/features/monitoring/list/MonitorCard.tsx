import { Link } from "@tanstack/react-router";
import { CalendarClock, Ellipsis, Pencil, Play, Trash2 } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { Fact } from "@/shared/ui/Fact";
import { IconButton } from "@/shared/ui/IconButton";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Switch } from "@/shared/ui/Switch";
import { Tooltip } from "@/shared/ui/Tooltip";
import { capital, dueText } from "../form/scheduleTimes";
import type { Monitor } from "../types";
import { baselineWords, rulesWords } from "./monitorPhrasing";

interface MonitorCardProps {
  project: string;
  monitor: Monitor;
  /** Null: this person may only look. */
  acts: { toggle: (on: boolean) => void; run: () => void; edit: () => void; remove: () => void } | null;
  /** Say to which suite it belongs. */
  withSuite?: boolean;
}

/** One monitor at a glance: what it does in words, when it ran and when it runs again. */
export function MonitorCard({ project, monitor, acts, withSuite = false }: MonitorCardProps) {
  const {
    name,
    words,
    enabled,
    suite_state: suite,
    last_started_at: last,
    next_due_at: next,
    next_times: times,
    timezone,
    delay_s: delay,
  } = monitor;
  return (
    <li className="rounded-lg border border-line bg-raised px-4 py-3.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="text-sm font-semibold wrap-anywhere text-ink">{name}</h3>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-muted">
            <CalendarClock aria-hidden className="size-4 shrink-0" /> {capital(words)}
            {withSuite && (
              <>
                {" "}
                ·{" "}
                <Link
                  to="/projects/$slug/suites/$suite"
                  params={{ slug: project, suite: monitor.suite_id }}
                  search={{ tab: "monitors" }}
                  className="rounded text-accent-ink hover:underline"
                >
                  {monitor.suite_name}
                </Link>
              </>
            )}
          </p>
        </div>
        {acts && (
          <Button variant="secondary" size="xs" onClick={acts.run}>
            <Play aria-hidden /> Run now<span className="sr-only"> {name}</span>
          </Button>
        )}
        {acts ? (
          <Switch label={`${name} is ${enabled ? "on" : "off"}`} checked={enabled} onChange={acts.toggle} />
        ) : (
          <span className="text-xs text-ink-muted">{enabled ? "On" : "Off"}</span>
        )}
        {acts && (
          <DropdownMenu
            trigger={
              <IconButton label={`Actions for ${name}`} tip={false} className="-my-1 -mr-1.5">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil aria-hidden />} onSelect={acts.edit}>
              Change
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={acts.remove}>
              Remove
            </MenuItem>
          </DropdownMenu>
        )}
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-4">
        <Fact name="Last run">{last ? <RelativeTime at={last} /> : "not yet"}</Fact>
        <Fact name="Next run">
          {enabled && suite !== "active" ? (
            `none while the suite is ${suite}`
          ) : enabled && next ? (
            <Tooltip
              text={
                <span className="flex flex-col">
                  {times.map((at) => (
                    <span key={at}>{dueText(at, timezone)}</span>
                  ))}
                  <span className="opacity-70">
                    {timezone}
                    {delay > 0 && `, ${delay} s later`}
                  </span>
                </span>
              }
            >
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
                  the times behind it must be reached without a mouse */}
              <span tabIndex={0} className="rounded">
                {dueText(next, timezone)}
              </span>
            </Tooltip>
          ) : (
            "switched off"
          )}
        </Fact>
        <Fact name="Compares with">{baselineWords(monitor.baseline)}</Fact>
        <Fact name="Raises alerts for">{rulesWords(monitor.rules)}</Fact>
      </dl>
    </li>
  );
}
