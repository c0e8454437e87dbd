import { useNavigate } from "@tanstack/react-router";
import { Figure } from "@/shared/charts/Figure";
import type { Moment } from "@/shared/charts/timeline/timelineTypes";
import { momentText } from "@/shared/charts/timeline/timeAxis";
import { TimelineChart } from "@/shared/charts/timeline/TimelineChart";
import { SHARE, valueText } from "@/shared/charts/estimateText";
import { formatMoney } from "@/shared/format/quantities";
import type { TrendRange } from "../api";
import type { Trend } from "../types";
import { alertsOf, changesOf, drawn, raisedAt, type TrendLine, troublesOf } from "./trendSeries";
import { costOf, METRIC, type Metric, type MetricName, scoreText } from "./trendMetrics";
import { trendReading } from "./trendSummary";
import { TrendLegend } from "./TrendLegend";
import { type TipLine, TrendTip } from "./TrendTip";
import { EACH } from "./trendViews";

interface TrendFigureProps {
  project: string;
  metric: MetricName;
  range: TrendRange;
  trend: Trend;
  lines: readonly TrendLine[];
  view: string;
  /** Below this score a monitor raises an alert; null: no monitor has such a limit. */
  limit: number | null;
}

const SO_FAR: Record<TrendRange, string> = { "7d": "in the last 7 days", "30d": "in the last 30 days", all: "yet" };

/** The drawing with its sentence, its legend and its table; a run is one press away. */
export function TrendFigure({ project, metric: name, range, trend, lines, view, limit }: TrendFigureProps) {
  const navigate = useNavigate();
  const metric = METRIC[name];
  const alerts = alertsOf(trend.alerts, name, view);
  const { series, moments } = drawn(lines, metric, alerts);
  const scored = name === "score";
  const usual = scored && view !== EACH ? trend.baseline : null;
  const open = alerts.filter(({ state }) => state === "open" || state === "acknowledged").length;
  const here = (moment: Moment): TipLine[] =>
    lines.flatMap((line) => {
      const point = line.points.find(({ execution_id: id }) => id === moment.key);
      const of = series.find(({ key }) => key === line.key);
      return point && of ? [{ series: of, point, model: modelOf(line, trend) }] : [];
    });
  const told = (moment: Moment) => raisedAt(lines[0]?.points ?? [], alerts, moment.key).map(({ title }) => title);
  const changed = (moment: Moment) =>
    trend.annotations.filter(({ execution_id: id }) => id === moment.key).map(({ words }) => words);
  const say = (moment: Moment) =>
    here(moment)
      .map(
        ({ point, model }) =>
          `${momentText(moment.at)}, run ${point.number}: ` +
          `score ${scoreText(point)}, cost ${formatMoney(costOf(point))}, ${model}`,
      )
      .concat(told(moment))
      .join("; ");
  return (
    <Figure
      title={metric.title}
      reading={
        view === EACH
          ? latestOfEach(lines, metric)
          : trendReading(name, { points: lines[0]?.points ?? [], baseline: trend.baseline, openAlerts: open })
      }
      nothing={
        moments.length === 0
          ? `No finished run ${SO_FAR[range]}. ` +
            "Run the suite now, or let a monitor run it. The line starts with the first result."
          : null
      }
      table={{
        columns: ["Run", "When", ...(view === EACH ? ["Model"] : []), "Score", "Pass rate", "Cost", "Cases"],
        rows: moments.toReversed().flatMap((moment) =>
          here(moment).map(({ point, model, series: { key } }) => ({
            key: `${moment.key} ${key}`,
            cells: [
              `${point.number}`,
              momentText(moment.at),
              ...(view === EACH ? [model] : []),
              scoreText(point),
              point.pass_rate === null ? "–" : valueText(SHARE, point.pass_rate),
              formatMoney(costOf(point)),
              point.n_cases.toLocaleString("en"),
            ],
          })),
        ),
      }}
    >
      <TimelineChart
        title={metric.title}
        moments={moments}
        series={series}
        usual={
          usual && {
            value: usual.score,
            low: usual.low,
            high: usual.high,
            label: `usual ${metric.format(usual.score)}`,
          }
        }
        limit={scored && limit !== null ? { value: limit, label: `limit ${metric.format(limit)}` } : null}
        changes={changesOf(trend.annotations)}
        troubles={troublesOf(lines[0]?.points ?? [], alerts)}
        format={metric.format}
        {...(metric.within ? { within: metric.within } : {})}
        fromZero={metric.fromZero}
        tip={(moment) => (
          <TrendTip at={moment.at} lines={here(moment)} changes={changed(moment)} alerts={told(moment)} />
        )}
        say={say}
        onOpen={(moment) => {
          const run = here(moment)[0]?.point.run_id;
          if (run) void navigate({ to: "/projects/$slug/runs/$run/results", params: { slug: project, run } });
        }}
      />
      <TrendLegend
        series={series}
        line={metric.line}
        interval={
          scored &&
          view !== EACH &&
          moments.some(({ readings }) =>
            Object.values(readings).some((reading) => reading?.low !== null && reading?.low !== undefined),
          )
        }
        usual={usual ? within(usual.words || "the range of the baseline") : null}
        limit={scored && limit !== null ? "your limit: below it an alert is raised" : null}
        changes={trend.annotations.length > 0}
        alerts={alerts.length > 0}
      />
    </Figure>
  );
}

function latestOfEach(lines: readonly TrendLine[], metric: Metric): string {
  const latest = lines.flatMap(({ label, points }) => {
    const point = points.at(-1);
    const reading = point && metric.read(point);
    return point && reading
      ? [`${label} ${metric.name === "score" ? scoreText(point) : metric.format(reading.value)}`]
      : [];
  });
  return `In the latest run: ${latest.join(", ")}.`;
}

/** All targets together were answered by all models. */
function modelOf(line: TrendLine, trend: Trend): string {
  const known = trend.targets.find(({ key }) => key === line.key);
  if (known) return known.label;
  const current = trend.targets.filter(({ current: now }) => now);
  return (current.length > 0 ? current : trend.targets).map(({ label }) => label).join(", ") || "unknown";
}

/** As it stands within a sentence. */
function within(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
