import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Alert } from "../types";

interface Step {
  at: string;
  words: ReactNode;
}

/** What became of it, from the run that showed it first to its end. */
export function AlertHistory({ alert }: { alert: Alert }) {
  return (
    <section aria-label="History" className="rounded-lg border border-line bg-raised px-4 py-3">
      <h2 className="mb-2 text-sm font-semibold text-ink">History</h2>
      <ol className="flex flex-col gap-2.5 border-l border-line pl-3.5">
        {stepsOf(alert).map(({ at, words }) => (
          <li
            key={at}
            className={cx(
              "relative text-sm before:absolute before:top-1.5 before:-left-[17px]",
              "before:size-1.5 before:rounded-full before:bg-control",
            )}
          >
            <span className="text-ink">{words}</span>{" "}
            <span className="text-xs text-ink-subtle">
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(alert: Alert): Step[] {
  const steps: Step[] = [{ at: alert.opened_at, words: "First seen in a run" }];
  if (alert.seen > 1) steps.push({ at: alert.last_seen_at, words: `Seen again, in ${alert.seen} runs so far` });
  if (alert.acknowledged_at)
    steps.push({
      at: alert.acknowledged_at,
      words: `${visibleText(alert.acknowledged_by ?? "Someone")} acknowledged the alert`,
    });
  if (alert.state === "snoozed" && alert.snoozed_until)
    steps.push({ at: alert.snoozed_until, words: "The snooze ends" });
  if (alert.resolved_at)
    steps.push({
      at: alert.resolved_at,
      words: (
        <>
          {alert.resolved_by ? `${visibleText(alert.resolved_by)} resolved the alert` : "The alert closed by itself"}
          {alert.resolution && <>: “{visibleText(alert.resolution)}”</>}
        </>
      ),
    });
  return steps;
}
