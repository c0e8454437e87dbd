import { exactTime } from "@/shared/format/formatTime";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import type { Iteration } from "../types";
import { momentsOf } from "./iterationProgress";

/** What happened, one line for each thing, the newest first. */
export function NotesCard({ iteration }: { iteration: Iteration }) {
  const lines = momentsOf(iteration);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Timeline" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="text-sm font-semibold text-ink">Timeline</h2>
      <ol aria-live="polite" aria-relevant="additions" className="mt-2 flex flex-col divide-y divide-line">
        {lines.map(({ at, kind, text }, index) => (
          <li key={`${at} ${index}`} className="grid gap-x-4 py-1.5 text-sm sm:grid-cols-[5.5rem_minmax(0,1fr)]">
            <time dateTime={at} title={exactTime(new Date(at))} className="text-xs leading-5 text-ink-subtle">
              {CLOCK.format(new Date(at))}
            </time>
            <span className={cx("wrap-anywhere", TONES[kind])}>{visibleText(text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const TONES = { info: "text-ink-muted", warning: "text-warning", error: "text-error" } as const;

const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
