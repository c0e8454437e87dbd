/** A monitor as people fill it in, and as the server takes it. Pure. */
import type { Monitor, MonitorBody } from "../types";
import { type Flag, type Measure, type MeasureRule, RULES } from "./alertRules";

export interface MonitorForm {
  name: string;
  cron: string;
  timezone: string;
  jitter: string;
  missed: Monitor["missed"];
  flags: Record<Flag, boolean>;
  /** As typed; what is switched off keeps its number for when it is switched on again. */
  measures: Record<Measure, { on: boolean; typed: string }>;
  baseline: "recent" | "run";
  recentRuns: string;
  baselineRun: string | null;
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
  weekends: boolean;
  /** Null: all channels of the project. */
  channels: readonly string[] | null;
}

export type FormProblems = Partial<
  Record<
    "name" | "cron" | "timezone" | "jitter" | "recentRuns" | "baselineRun" | "quiet" | "channels" | Measure,
    string
  >
>;

const MEASURES = RULES.filter((rule): rule is MeasureRule => rule.kind === "measure");
const FLAGS = RULES.filter((rule) => rule.kind === "flag");
/** Switched off until somebody asks: a suite knows best what it must reach. */
const OFF_AT_FIRST = new Set<Measure>(["threshold_score", "threshold_pass_rate"]);

export const PRESETS: readonly { cron: string; name: string }[] = [
  { cron: "* * * * *", name: "Every minute" },
  { cron: "*/5 * * * *", name: "Every 5 minutes" },
  { cron: "*/15 * * * *", name: "Every 15 minutes" },
  { cron: "0 * * * *", name: "Every hour" },
  { cron: "0 9 * * *", name: "Every day at 09:00" },
  { cron: "0 9 * * 1-5", name: "Every weekday at 09:00" },
  { cron: "0 9 * * 1", name: "Every Monday at 09:00" },
];

export function newForm(timezone: string): MonitorForm {
  return {
    name: "",
    cron: "0 9 * * 1-5",
    timezone,
    jitter: "0",
    missed: "run_once",
    flags: Object.fromEntries(FLAGS.map(({ name }) => [name, true])) as MonitorForm["flags"],
    measures: Object.fromEntries(
      MEASURES.map((rule) => [rule.name, { on: !OFF_AT_FIRST.has(rule.name), typed: shown(rule, rule.usual) }]),
    ) as MonitorForm["measures"],
    baseline: "recent",
    recentRuns: "7",
    baselineRun: null,
    quiet: false,
    quietFrom: "22:00",
    quietTo: "07:00",
    weekends: false,
    channels: null,
  };
}

export function formOf(monitor: Monitor): MonitorForm {
  const { rules, baseline, quiet } = monitor;
  const fresh = newForm(monitor.timezone);
  return {
    ...fresh,
    name: monitor.name,
    cron: monitor.cron,
    jitter: String(monitor.jitter_s),
    missed: monitor.missed,
    flags: Object.fromEntries(FLAGS.map(({ name }) => [name, rules[name]])) as MonitorForm["flags"],
    measures: Object.fromEntries(
      MEASURES.map((rule) => {
        const value = rules[rule.name];
        return [rule.name, { on: value !== null, typed: shown(rule, value ?? rule.usual) }];
      }),
    ) as MonitorForm["measures"],
    baseline: baseline.kind,
    recentRuns: baseline.kind === "recent" ? String(baseline.runs) : fresh.recentRuns,
    baselineRun: baseline.kind === "run" ? baseline.run_id : null,
    ...(quiet ? { quiet: true, quietFrom: quiet.from, quietTo: quiet.to, weekends: quiet.weekends } : {}),
    channels: monitor.channels.length === 0 ? null : monitor.channels,
  };
}

/** 0.07 × 100 is 7.000000000000001. */
function shown({ percent }: MeasureRule, value: number): string {
  return String(percent ? Number((value * 100).toFixed(4)) : value);
}

function kept({ percent }: MeasureRule, typed: string): number {
  const number = Number(typed);
  return percent ? Number((number / 100).toFixed(6)) : number;
}

export function problemsOf(form: MonitorForm): FormProblems {
  const problems: FormProblems = {};
  if (form.name.trim() === "") problems.name = "Name is required";
  if (form.name.trim().length > 100) problems.name = "At most 100 characters";
  if (!isWhole(form.jitter, 0, 3600)) problems.jitter = "Whole seconds from 0 to 3600";
  if (form.baseline === "recent" && !isWhole(form.recentRuns, 1, 30)) problems.recentRuns = "From 1 to 30 runs";
  if (form.baseline === "run" && form.baselineRun === null) problems.baselineRun = "Choose a run";
  if (form.quiet && form.quietFrom === form.quietTo && !form.weekends)
    problems.quiet = "Quiet hours must begin and end at different times";
  if (form.channels?.length === 0) problems.channels = "Choose at least one channel, or all channels";
  for (const rule of MEASURES) {
    const { on, typed } = form.measures[rule.name];
    const value = kept(rule, typed);
    if (on && (typed.trim() === "" || !Number.isFinite(value) || value < rule.low || value > rule.high))
      problems[rule.name] = `From ${shown(rule, rule.low)} to ${shown(rule, rule.high)}`;
  }
  return problems;
}

function isWhole(typed: string, low: number, high: number): boolean {
  const value = Number(typed);
  return typed.trim() !== "" && Number.isInteger(value) && value >= low && value <= high;
}

export function bodyOf(form: MonitorForm): MonitorBody {
  const flags = Object.fromEntries(FLAGS.map(({ name }) => [name, form.flags[name]])) as Record<Flag, boolean>;
  const measures = Object.fromEntries(
    MEASURES.map((rule) => {
      const { on, typed } = form.measures[rule.name];
      return [rule.name, on ? kept(rule, typed) : null];
    }),
  ) as Record<Measure, number | null>;
  return {
    name: form.name.trim(),
    cron: form.cron.trim(),
    timezone: form.timezone,
    jitter_s: Number(form.jitter),
    missed: form.missed,
    rules: { ...flags, ...measures },
    baseline:
      form.baseline === "run" && form.baselineRun !== null
        ? { kind: "run", run_id: form.baselineRun }
        : { kind: "recent", runs: Number(form.recentRuns) },
    quiet: form.quiet
      ? { from: form.quietFrom, to: form.quietTo, timezone: form.timezone, weekends: form.weekends }
      : null,
    channels: [...(form.channels ?? [])],
  };
}
