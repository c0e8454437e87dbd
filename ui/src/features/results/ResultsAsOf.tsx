import { LoaderCircle } from "lucide-react";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Results } from "@/api/types";

/** What the figures rest on, and from when they are: a half-finished run must not look finished. */
export function ResultsAsOf({ results: { as_of: at, stale, covers } }: { results: Results }) {
  const part = covers.cells < covers.of;
  return (
    <p
      role="status"
      aria-label="What the figures cover"
      className="flex flex-wrap items-center gap-x-1.5 text-xs text-ink-subtle"
    >
      {(stale || at === null) && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      <span>
        {covers.cells.toLocaleString("en")} of {covers.of.toLocaleString("en")} cells{part && " so far"}
        {at === null ? (
          " · intervals are being computed"
        ) : (
          <>
            {" "}
            · as of <RelativeTime at={at} />
          </>
        )}
        {at !== null && stale && " · adding new results"}
      </span>
    </p>
  );
}
