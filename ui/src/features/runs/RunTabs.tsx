import { Link } from "@tanstack/react-router";
import { Grid2x2, Sigma } from "lucide-react";
import { cx } from "@/shared/ui/cx";

const LOOK = cx(
  "-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-2.5",
  "text-sm font-medium text-ink-muted hover:text-ink focus-visible:-outline-offset-2",
  "aria-[current=page]:border-accent-mark aria-[current=page]:text-ink [&_svg]:size-4",
);

/** The two views of a run: the answers, and the results. */
export function RunTabs({ project, run }: { project: string; run: string }) {
  const params = { slug: project, run };
  return (
    <nav aria-label="Run" className="flex gap-1 border-b border-line">
      <Link
        to="/projects/$slug/runs/$run"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
        className={LOOK}
      >
        <Grid2x2 aria-hidden /> Cells
      </Link>
      <Link
        to="/projects/$slug/runs/$run/results"
        params={params}
        activeOptions={{ includeSearch: false }}
        className={LOOK}
      >
        <Sigma aria-hidden /> Results
      </Link>
    </nav>
  );
}
