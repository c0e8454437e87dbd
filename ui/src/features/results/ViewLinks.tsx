import { Link } from "@tanstack/react-router";
import { cx } from "@/shared/ui/cx";
import { RESULT_VIEWS, type ResultsUrlState, type ResultView } from "./resultsUrlState";

const NAMES: Record<ResultView, string> = {
  overview: "Overview",
  models: "Which model to use",
  criteria: "Criteria",
  slices: "Slices",
  ranking: "Ranking",
};

/** The ways to look at the same results; each has an address. */
export function ViewLinks({
  project,
  run,
  place,
  view,
}: {
  project: string;
  run: string;
  place: ResultsUrlState;
  view: ResultView;
}) {
  const { view: _, criterion: __, ...rest } = place;
  return (
    <nav
      aria-label="Views of the results"
      className="inline-flex h-8 max-w-full items-center gap-0.5 overflow-x-auto rounded-md bg-surface-hover p-0.5"
    >
      {RESULT_VIEWS.map((name) => (
        <Link
          key={name}
          to="/projects/$slug/runs/$run/results"
          params={{ slug: project, run }}
          search={name === "overview" ? rest : { ...rest, view: name }}
          resetScroll={false}
          aria-current={name === view ? "page" : undefined}
          className={cx(
            "inline-flex h-7 shrink-0 items-center rounded px-2.5 text-xs font-medium whitespace-nowrap",
            "transition-colors duration-150",
            name === view
              ? "bg-raised text-ink shadow-[0_0_0_1px_var(--line-strong)]"
              : "text-ink-muted hover:text-ink",
          )}
        >
          {NAMES[name]}
        </Link>
      ))}
    </nav>
  );
}
