/** The reports of a project, or of the whole installation, in the cache and as files. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";
import type { Days } from "./period";
import type { AnyGroup, Phase, Stack } from "./types";

export const reportsKey = (project: string | null) => ["reports", project ?? "installation"] as const;

export type ReportName = "spending" | "tokens" | "burn-down" | "savings" | "repricing";

/** What the address of a report says beyond its name. */
export type Query = Readonly<Record<string, string>>;

export interface SpendingWish {
  days: Days;
  group: AnyGroup;
  /** Null where the server chooses what a day is made of. */
  stack: Stack | null;
  model?: string | undefined;
  phase?: Phase | undefined;
}

/** The days as the address of a report says them. */
export function daysQueryOf({ from, to, simulated }: Days): Query & Pick<Days, "from" | "to"> {
  return { from, to, ...(simulated ? { simulated: "true" } : {}) };
}

export function spendingQueryOf({ days, group, stack, model, phase }: SpendingWish): Query {
  return {
    group,
    ...(stack ? { stack } : {}),
    ...daysQueryOf(days),
    ...(model ? { model } : {}),
    ...(phase ? { phase } : {}),
  };
}

/** As the typed client wants it. */
function asked({ from, to, simulated }: Days) {
  return { from, to, ...(simulated ? { simulated: true } : {}) };
}

function pathOf(project: string | null, report: ReportName): string {
  return project === null
    ? `/api/v1/installation/reports/${report}`
    : `/api/v1/projects/${encodeURIComponent(project)}/reports/${report}`;
}

/** The same numbers as a file. */
export function fileUrl(project: string | null, report: ReportName, query: Query, format: "csv" | "json"): string {
  return `${pathOf(project, report)}?${new URLSearchParams({ ...query, format }).toString()}`;
}

/** `project` is null for all projects of the installation. */
export function spendingQuery(project: string | null, wish: SpendingWish) {
  const query = spendingQueryOf(wish);
  return queryOptions({
    queryKey: [...reportsKey(project), "spending", query],
    queryFn: ({ signal }) =>
      project === null
        ? callApi("GET", "/api/v1/installation/reports/spending", { query, signal })
        : callApi("GET", "/api/v1/projects/{project}/reports/spending", { path: { project }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function tokensQuery(project: string, days: Days) {
  return getQuery(
    [...reportsKey(project), "tokens", days],
    "/api/v1/projects/{project}/reports/tokens",
    { path: { project }, query: asked(days) },
    { placeholderData: keepPreviousData },
  );
}

export function savingsQuery(project: string, days: Days) {
  return getQuery(
    [...reportsKey(project), "savings", days],
    "/api/v1/projects/{project}/reports/savings",
    { path: { project }, query: asked(days) },
    { placeholderData: keepPreviousData },
  );
}

export function burnDownQuery(project: string) {
  return getQuery(
    [...reportsKey(project), "burn-down"],
    "/api/v1/projects/{project}/reports/burn-down",
    { path: { project } },
    { placeholderData: keepPreviousData },
  );
}

export function repricingQuery(project: string, model: string, days: Days) {
  return getQuery(
    [...reportsKey(project), "repricing", model, days],
    "/api/v1/projects/{project}/reports/repricing",
    { path: { project }, query: { model, ...asked(days) } },
    { placeholderData: keepPreviousData },
  );
}
