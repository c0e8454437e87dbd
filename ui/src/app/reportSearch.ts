/** What the address of a report can say: the days, what is split by what, and what is left out. Pure. */
import {
  GROUPS,
  isDay,
  PERIODS,
  PHASES,
  PROJECT_GROUPS,
  type ProjectsPlace,
  type ReportUrlState,
} from "@/features/reports";
import { oneOf } from "./searchParams";

type Search = Record<string, unknown>;

/** Defaults of a page are not in its address. */
const OTHER_PERIODS = PERIODS.filter((period) => period !== "30d");
const OTHER_GROUPS = GROUPS.filter((group) => group !== "model");
const OTHER_PROJECT_GROUPS = PROJECT_GROUPS.filter((group) => group !== "project");

export function reportsSearch(search: Search): ReportUrlState {
  return {
    ...period(search),
    ...oneOf(search, "simulated", ["included"]),
    ...oneOf(search, "stack", ["phase"]),
    ...oneOf(search, "group", OTHER_GROUPS),
    ...id(search, "model"),
    ...oneOf(search, "phase", PHASES),
    ...id(search, "on"),
  };
}

export function projectsReportSearch(search: Search): ProjectsPlace {
  return {
    ...period(search),
    ...oneOf(search, "simulated", ["included"]),
    ...oneOf(search, "group", OTHER_PROJECT_GROUPS),
  };
}

/** What is no id is no model: better all of them than an error. */
function id<Key extends string>(search: Search, key: Key): { [K in Key]?: string } {
  const value = search[key];
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? ({ [key]: value } as { [K in Key]?: string })
    : {};
}

/** Days only where they are chosen one by one. */
function period(search: Search): Pick<ReportUrlState, "period" | "from" | "to"> {
  const wanted = oneOf(search, "period", OTHER_PERIODS);
  if (wanted.period !== "custom") return wanted;
  const { from, to } = search;
  return { ...wanted, ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}
