/** The list of experiments, page by page. */
import { keepPreviousData } from "@tanstack/react-query";
import { pagedQuery } from "@/shared/http/queries";
import { experimentsKey } from "../keys";
import type { ExperimentFilter } from "./experimentFilters";

const PAGE = 20;

export function experimentListQuery(project: string, { state, search }: ExperimentFilter) {
  return pagedQuery(
    [...experimentsKey(project), "list", state ?? null, search ?? null],
    "/api/v1/projects/{project}/experiments",
    { path: { project }, query: { limit: PAGE, state: state ? [state] : undefined, search: search || undefined } },
    { placeholderData: keepPreviousData },
  );
}
