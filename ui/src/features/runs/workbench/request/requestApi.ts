/** Load the exact request that a case would be sent as. Nothing is sent to a model. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TargetPart } from "@/features/runs";
import { toParameters } from "@/features/models/playground";
import { callApi } from "@/shared/http/callApi";

interface WantedRequest {
  prompt: string;
  /** Of the draft as the server has it: another one is another request. */
  revision: number;
  target: TargetPart;
  dataset: string | null;
  row: number;
}

export function requestQuery(project: string, wanted: WantedRequest | null) {
  const body = wanted && {
    version: { prompt: wanted.prompt },
    target: { model: wanted.target.model.id, parameters: toParameters(wanted.target.parameters) },
    dataset: wanted.dataset,
    row: wanted.dataset ? wanted.row : 0,
  };
  return queryOptions({
    queryKey: ["exact-request", project, body, wanted?.revision],
    queryFn: ({ signal }) => {
      if (!body) throw new Error("There is no request to load.");
      return callApi("POST", "/api/v1/projects/{project}/runs/request", { path: { project }, body, signal });
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
