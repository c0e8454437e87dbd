/** The audit log of a project, or of the whole installation: same entries, same filters. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";

export interface AuditFilter {
  action: string;
  actor: string;
  entity_type: string;
  /** Days as the date inputs give them, in the reader's time zone. */
  from: string;
  to: string;
}

export const NO_FILTER: AuditFilter = { action: "", actor: "", entity_type: "", from: "", to: "" };

export const auditKey = (scope: string) => ["audit", scope] as const;

/** Filters as the server wants them. The last day counts in full. */
export function auditParams(filter: AuditFilter): Record<string, string> {
  const params: Record<string, string> = {};
  if (filter.action) params["action"] = filter.action;
  if (filter.actor) params["actor"] = filter.actor;
  if (filter.entity_type) params["entity_type"] = filter.entity_type;
  if (filter.from) params["since"] = new Date(`${filter.from}T00:00:00`).toISOString();
  if (filter.to) {
    const end = new Date(`${filter.to}T00:00:00`);
    end.setDate(end.getDate() + 1);
    params["until"] = end.toISOString();
  }
  return params;
}

/** `project` is null for the installation's own log. */
export function auditQuery(project: string | null, filter: AuditFilter, cursor: string | null) {
  const query = { limit: 50, ...auditParams(filter), ...(cursor ? { cursor } : {}) };
  return queryOptions({
    queryKey: [...auditKey(project ?? "installation"), filter, cursor],
    queryFn: ({ signal }) =>
      project === null
        ? callApi("GET", "/api/v1/installation/audit", { query, signal })
        : callApi("GET", "/api/v1/projects/{project}/audit", { path: { project }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
