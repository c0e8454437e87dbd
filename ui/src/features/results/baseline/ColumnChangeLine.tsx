import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BaselineVerdict, ColumnChange } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { nextRunQuery } from "@/features/runs";
import { metricScale } from "@/shared/metrics/metricFigures";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import { USUAL_MINIMUM } from "@/shared/verdicts/usualMinimum";
import { ON_THESE_CASES, VERDICT_TONES } from "@/shared/verdicts/verdictPhrasing";
import { canDecide, decideWords, searchOf } from "../verdict/nextRun";
import { changeWords } from "./baselinePhrasing";
import { ChangedRows } from "./ChangedRows";

const INKS = { success: "text-success", error: "text-error", warning: "text-warning", neutral: "text-ink-muted" };

interface ColumnChangeLineProps {
  project: string;
  verdict: BaselineVerdict;
  change: ColumnChange;
  shown: "fixed" | "broken" | null;
  onShow: (kind: "fixed" | "broken" | null) => void;
}

/** The foot of a column: its change against the baseline, and what was fixed and broken in it. */
export function ColumnChangeLine({ project: slug, verdict, change, shown, onShow }: ColumnChangeLineProps) {
  const project = useProject(slug);
  const { comparison } = change;
  const wanted = {
    run: verdict.run,
    other: verdict.baseline?.id ?? "",
    column: change.column,
    otherColumn: change.other_column,
    minimum: USUAL_MINIMUM,
    metric: verdict.metric?.key,
  };
  const offers = !change.identical && canDecide(comparison) && may(project, "start_runs");
  const next = useQuery({ ...nextRunQuery(slug, wanted), enabled: offers && project.archived_at === null }).data;
  const more = next ? decideWords(next) : null;
  if (!verdict.metric) return null;
  const tone = VERDICT_TONES[comparison.verdict];
  const ink = tone in INKS && !change.identical ? INKS[tone as keyof typeof INKS] : "text-ink-muted";
  return (
    <span data-change={comparison.verdict} className="flex min-w-0 flex-wrap items-center justify-between gap-x-2">
      <Tooltip text={comparison.sentence}>
        <span
          className={cx(
            "font-medium whitespace-nowrap tabular-nums",
            ink,
            ON_THESE_CASES.has(comparison.verdict) && "italic",
          )}
        >
          {changeWords(change, metricScale(verdict.metric))}
        </span>
      </Tooltip>
      <ChangedRows fixed={change.fixed} broken={change.broken} shown={shown} onShow={onShow} />
      {more && (
        <Link
          to="/projects/$slug/runs/new"
          params={{ slug }}
          search={searchOf(wanted)}
          title={more}
          className="w-full truncate text-2xs text-accent-ink hover:underline"
        >
          {more}
        </Link>
      )}
    </span>
  );
}
