import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { COLOURS } from "@/shared/charts/chartSeries";
import { Figure } from "@/shared/charts/Figure";
import { TimelineChart } from "@/shared/charts/timeline/TimelineChart";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { Badge, type Tone } from "@/shared/ui/Badge";
import { burnDownQuery } from "../api";
import { DownloadMenu } from "../DownloadMenu";
import { dayWords, monthWords } from "../period";
import { ReportCard } from "../ReportCard";
import type { BurnDown } from "../types";
import { AHEAD, courseOf, inSight, leftWords, momentWords, SPENT, type Standing, standingOf } from "./burnDown";

const STANDINGS: Record<Exclude<Standing, "no-limit">, { tone: Tone; words: string; icon: ReactNode }> = {
  spent: { tone: "error", words: "Limit reached", icon: <TriangleAlert aria-hidden /> },
  "running-out": { tone: "warning", words: "Runs out this month", icon: <TriangleAlert aria-hidden /> },
  close: { tone: "warning", words: "May be reached", icon: <TriangleAlert aria-hidden /> },
  fine: { tone: "success", words: "Within the limit", icon: <CircleCheck aria-hidden /> },
};

/** The money of this month: what is gone, what is allowed, and whether it will do. */
export function BurnDownCard({ project, mayChange }: { project: string; mayChange: boolean }) {
  const found = useQuery(burnDownQuery(project));
  return (
    <ReportCard label="Budget of the month" found={found}>
      {(report) => <Course project={project} report={report} mayChange={mayChange} />}
    </ReportCard>
  );
}

function Course({ project, report, mayChange }: { project: string; report: BurnDown; mayChange: boolean }) {
  const { moments, series } = courseOf(report);
  const limit = readMoney(report.limit_usd);
  const drawn = inSight(limit, moments);
  const standing = standingOf(report);
  const title = `Budget of ${monthWords(report.month)}`;
  const settings = (
    <Link
      to="/projects/$slug/settings/general"
      params={{ slug: project }}
      className="rounded font-medium text-accent-ink hover:underline"
    >
      {limit === null ? "Set a limit" : "Change the limit"}
    </Link>
  );
  return (
    <Figure
      title={title}
      reading={report.sentence}
      actions={
        <>
          {standing !== "no-limit" && (
            <Badge tone={STANDINGS[standing].tone} icon={STANDINGS[standing].icon}>
              {STANDINGS[standing].words}
            </Badge>
          )}
          <DownloadMenu project={project} report="burn-down" query={{}} what={title} />
        </>
      }
      note={
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          <LegendEntry
            words={SPENT.label}
            drawing={<line x1="0" x2="18" y1="6" y2="6" stroke={COLOURS[SPENT.colour]} strokeWidth="2" />}
          />
          {series.includes(AHEAD) && (
            <LegendEntry
              words={AHEAD.label}
              drawing={
                <>
                  <rect width="18" height="12" fill={COLOURS[AHEAD.colour]} fillOpacity="0.16" />
                  <line
                    x1="0"
                    x2="18"
                    y1="6"
                    y2="6"
                    stroke={COLOURS[AHEAD.colour]}
                    strokeWidth="2"
                    strokeDasharray="4 3"
                  />
                </>
              }
            />
          )}
          {drawn !== null && (
            <LegendEntry
              words="monthly limit: calls stop when it is reached"
              drawing={
                <line x1="0" x2="18" y1="6" y2="6" stroke="var(--error-mark)" strokeDasharray="2 3" strokeWidth="1.5" />
              }
            />
          )}
          <span>
            Money in doubt counts as spent. {leftWords(report)}.{" "}
            {limit === null
              ? "No limit is set. "
              : drawn === null
                ? `The limit of ${formatMoney(limit)} is far above the shown range. `
                : ""}
            {mayChange && settings}
          </span>
        </span>
      }
      table={{
        columns: ["Day", "Spent since the month began"],
        rows: moments.toReversed().map((moment) => {
          const { spent, ahead } = moment.readings;
          return {
            key: moment.key,
            cells: [
              dayWords(moment.key),
              spent
                ? formatMoney(spent.value)
                : ahead
                  ? `${formatMoney(ahead.low)} to ${formatMoney(ahead.high)} likely`
                  : "–",
            ],
          };
        }),
      }}
    >
      <TimelineChart
        title={title}
        moments={moments}
        series={series}
        limit={drawn === null ? null : { value: drawn, label: `limit ${formatMoney(drawn)}` }}
        format={formatMoney}
        fromZero
        step="day"
        tip={(moment) => <p className="text-ink">{momentWords(moment)}</p>}
        say={momentWords}
      />
    </Figure>
  );
}

function LegendEntry({ drawing, words }: { drawing: ReactNode; words: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="18" height="12" viewBox="0 0 18 12" className="shrink-0">
        {drawing}
      </svg>
      {words}
    </span>
  );
}
