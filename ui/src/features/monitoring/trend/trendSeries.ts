/** From what the server sends to what is drawn: lines, moments, and what was told at each. Pure. */
import type { Series } from "@/shared/charts/chartSeries";
import {
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  type Moment,
  type Trouble,
} from "@/shared/charts/timeline/timelineTypes";
import type { Trend, TrendPoint } from "../types";
import { type Metric, type MetricName, SLOWEST_LINE } from "./trendMetrics";
import { EACH, TOGETHER } from "./trendViews";

/** The points of one target, or of all together. */
export interface TrendLine {
  key: string;
  label: string;
  points: readonly TrendPoint[];
}

/** More lines than colours are no picture any more. */
export const MOST_LINES = 4;
const SLOWEST = "slowest";

export interface Drawn {
  series: Series[];
  moments: Moment[];
}

type AlertAt = Pick<Trend["alerts"][number], "severity" | "opened_at" | "resolved_at" | "target_key">;

/** An alert about the money is no mark on a line of scores, and one about another model none on this one's. */
export function alertsOf(alerts: Trend["alerts"], metric: MetricName, view: string): Trend["alerts"] {
  return alerts.filter(
    ({ rule, target_key: target }) =>
      aboutOf(rule).includes(metric) && (target === null || view === TOGETHER || view === EACH || target === view),
  );
}

function aboutOf(rule: Trend["alerts"][number]["rule"]): readonly MetricName[] {
  if (rule === "latency") return ["latency"];
  return rule === "cost" || rule === "budget" ? ["cost"] : ["score", "pass_rate"];
}

export function drawn(lines: readonly TrendLine[], metric: Metric, alerts: readonly AlertAt[]): Drawn {
  const shown = lines.slice(0, MOST_LINES);
  const series: Series[] = shown.map(({ key, label }, index) => ({ key, label, colour: colourOf(index) }));
  const only = shown.length === 1 ? shown[0] : undefined;
  // The slowest answers have a line of their own where there is room for one.
  const slowest = metric.name === "latency" && only !== undefined;
  if (slowest) {
    series.splice(0, 1, { key: only.key, label: metric.line, colour: 1 });
    series.push({ key: SLOWEST, label: SLOWEST_LINE, colour: 1, dashed: true });
  }
  const marks = openedAt(shown[0]?.points ?? [], alerts);
  const moments = new Map<string, Moment>();
  for (const { key, points } of shown) {
    for (const point of points) {
      const known = moments.get(point.execution_id);
      const readings: Moment["readings"] = {
        ...known?.readings,
        [key]: metric.read(point),
        ...(slowest
          ? { [SLOWEST]: point.latency_p95_ms === null ? null : { value: point.latency_p95_ms, low: null, high: null } }
          : {}),
      };
      moments.set(point.execution_id, {
        key: point.execution_id,
        at: new Date(point.at).getTime(),
        readings,
        alert: marks.get(point.execution_id) ?? null,
      });
    }
  }
  return { series, moments: [...moments.values()].toSorted((one, other) => one.at - other.at) };
}

function colourOf(index: number): Series["colour"] {
  return ([1, 2, 3, 4] as const)[index % MOST_LINES] ?? 1;
}

/** At which run an alert was raised: the last one before it. The worst of several counts. */
function openedAt(
  points: readonly TrendPoint[],
  alerts: readonly AlertAt[],
): Map<string, NonNullable<Moment["alert"]>> {
  const worst = new Map<string, NonNullable<Moment["alert"]>>();
  for (const alert of alerts) {
    const raised = raisedBy(points, alert);
    if (raised && worst.get(raised.execution_id)?.severity !== "critical")
      worst.set(raised.execution_id, { severity: alert.severity, series: alert.target_key });
  }
  return worst;
}

function raisedBy(points: readonly TrendPoint[], { opened_at: opened }: AlertAt): TrendPoint | undefined {
  return points.findLast(({ at }) => new Date(at) <= new Date(opened));
}

/** From which run to which time an alert was open, oldest first. */
export function troublesOf(points: readonly TrendPoint[], alerts: readonly AlertAt[]): Trouble[] {
  return alerts.map((alert) => ({
    from: new Date(raisedBy(points, alert)?.at ?? alert.opened_at).getTime(),
    to: alert.resolved_at === null ? null : new Date(alert.resolved_at).getTime(),
    severity: alert.severity,
  }));
}

/** Which alerts a run raised, for its tip. */
export function raisedAt<One extends AlertAt>(
  points: readonly TrendPoint[],
  alerts: readonly One[],
  execution: string,
): One[] {
  return alerts.filter((alert) => raisedBy(points, alert)?.execution_id === execution);
}

export function changesOf(annotations: Trend["annotations"]): Change[] {
  return annotations.map(({ at, what, words }) => ({ at: new Date(at).getTime(), kind: kindOf(what), words }));
}

export function kindOf(what: string): ChangeKind {
  return CHANGE_KINDS.find((kind) => kind === what) ?? "targets";
}
