/** Generated questions: start, save to a dataset, and the origins of a dataset. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Assist, AssistOrder } from "@/api/types";
import { assistForecastQuery, assistQuery, cancelAssist, isOver, startAssist } from "@/features/assists";
import { ApiError } from "@/shared/http/apiError";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { getQuery } from "@/shared/http/queries";
import { datasetKey, datasetsKey } from "../api";
import type { GenerationWish } from "./types";

// Hundreds of cases are compared with thousands before they are kept.
const keepInTime = fetchWithin(120_000);

export interface GenerationOrder {
  model: string | null;
  wish: GenerationWish;
}

const orderOf = ({ model, wish }: GenerationOrder): AssistOrder => ({
  kind: "generate_cases",
  ...(model ? { model } : {}),
  input: { ...wish, hints: "", prompt_text: "" },
});

/** The model that would be used, and the cost. */
export function generationForecastQuery(project: string, order: GenerationOrder) {
  return assistForecastQuery(project, orderOf(order));
}

/** One generation, by the id that stands in the address: what was paid for is there again after a reload. */
export function useGeneration(project: string, id: string | null, onBegun: (id: string) => void) {
  const cache = useQueryClient();
  const found = useQuery({ ...assistQuery(project, id ?? ""), enabled: id !== null });
  const keep = (assist: Assist) => cache.setQueryData(assistQuery(project, assist.id).queryKey, assist);
  const start = useMutation({
    mutationFn: (order: GenerationOrder) => startAssist(project, orderOf(order)),
    onSuccess: (begun) => {
      keep(begun);
      onBegun(begun.id);
    },
  });
  const cancel = useMutation({
    mutationFn: (assist: string) => cancelAssist(project, assist),
    onSuccess: keep,
    onError: () => void found.refetch(),
  });
  const assist = id === null ? null : (found.data ?? null);
  return {
    assist,
    /** The address names one that cannot be read. */
    lost: id !== null && found.isError ? found.error : null,
    again: () => void found.refetch(),
    busy: start.isPending || (id !== null && !found.isError && !(assist && isOver(assist.state))),
    problem: start.error
      ? wordsOf(start.error)
      : assist?.state === "failed"
        ? (assist.problem ?? "Generation failed.")
        : null,
    start: (order: GenerationOrder) => start.mutate(order),
    cancel: () => assist && !cancel.isPending && cancel.mutate(assist.id),
    cancelling: cancel.isPending,
  };
}

export type Generation = ReturnType<typeof useGeneration>;

interface Keep {
  assist: string;
  /** A new dataset of this name, or one that is there. */
  into: { name: string } | { dataset: string };
  /** Places among the questions that were made; null for all. */
  chosen: number[] | null;
}

export function useKeepQuestions(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ assist, into, chosen }: Keep) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/generated", {
        path: { project },
        body: { assist, ...into, ...(chosen ? { chosen } : {}) },
        fetch: keepInTime,
      }),
    onSuccess: (kept) => {
      void cache.invalidateQueries({ queryKey: datasetsKey(project) });
      void cache.invalidateQueries({ queryKey: datasetKey(project, kept.id) });
    },
  });
}

export function originsQuery(project: string, dataset: string) {
  return getQuery(
    [...datasetKey(project, dataset), "origins"],
    "/api/v1/projects/{project}/datasets/{dataset}/origins",
    { path: { project, dataset } },
  );
}

export function wordsOf(error: unknown): string {
  return error instanceof ApiError
    ? [error.message, error.nextStep].filter(Boolean).join(" ")
    : "Something went wrong.";
}
