import { CircleSlash, EqualApproximately } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Segmented } from "@/shared/ui/Segmented";
import { type ImportReport, inexactOf, type ReportEntry, totalsOf } from "./importReport";

type Shown = "all" | "approximated" | "skipped";

/** Parts that are not the same in Edison, with their place in the files and the reason. */
export function InexactList({ report }: { report: ImportReport }) {
  const [shown, setShown] = useState<Shown>("all");
  const { entries, unlisted } = inexactOf(report);
  const { approximated, skipped } = totalsOf(report);
  const listed = entries.filter(({ fidelity }) => shown === "all" || fidelity === shown);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink">Not exact: {countOf(approximated + skipped, "part")}</h3>
        {approximated > 0 && skipped > 0 && (
          <Segmented
            label="Show"
            value={shown}
            onChange={setShown}
            options={[
              { value: "all", label: "All" },
              { value: "approximated", label: "Approximated" },
              { value: "skipped", label: "Skipped" },
            ]}
          />
        )}
      </div>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable
        tabIndex={0}
        aria-label="Parts that are not exact"
        className="max-h-112 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {listed.map((entry, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parts of one place can have one name
          <EntryRow key={`${entry.place} ${entry.name} ${place}`} entry={entry} />
        ))}
      </ul>
      {unlisted > 0 && (
        <p className="pt-2 text-xs text-ink-subtle">{countOf(unlisted, "more part")} not listed here.</p>
      )}
    </div>
  );
}

function EntryRow({ entry }: { entry: ReportEntry }) {
  const skipped = entry.fidelity === "skipped";
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-3 py-2 text-sm sm:flex-row sm:items-start">
      <div className="flex shrink-0 items-center gap-2 sm:w-28">
        {skipped ? (
          <Badge tone="error" icon={<CircleSlash aria-hidden />}>
            Skipped
          </Badge>
        ) : (
          <Badge tone="warning" icon={<EqualApproximately aria-hidden />}>
            Approximated
          </Badge>
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere text-ink">
          {visibleText(entry.name)}
          {entry.count > 1 && (
            <span className="ml-2 text-xs font-normal text-ink-muted">{entry.count.toLocaleString("en")} times</span>
          )}
        </p>
        <p className="wrap-anywhere text-ink-muted">{visibleText(entry.reason)}</p>
      </div>
      <p className="font-mono text-xs wrap-anywhere text-ink-subtle sm:w-48 sm:text-right">
        {entry.count > 1 && <span className="font-sans">first in </span>}
        {visibleText(entry.place)}
      </p>
    </li>
  );
}
