/**
 * Everything for a first run, made by the server at one press: a prompt, a grader, cases and models that cost nothing.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { datasetQuery, datasetsKey } from "@/features/datasets";
import { credentialsKey, modelsKey } from "@/features/models/credentials";
import { modelQuery } from "@/features/models";
import { promptsKey } from "@/features/prompts";
import { type ChosenModel, newKey } from "@/features/runs";
import type { Model } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import type { Setup } from "../setup/runSetup";

/** More columns would not fit beside each other on a laptop. */
const COLUMNS = 3;
// The simulated key is tried as any other.
const inTime = fetchWithin(60_000);

export interface Demo {
  prompt: string;
  setup: Partial<Setup>;
}

export function useDemo(project: string) {
  const cache = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const start = async (): Promise<Demo | null> => {
    if (state.busy) return null;
    setState({ busy: true, error: null });
    try {
      const made = await callApi("POST", "/api/v1/projects/{project}/demo", { path: { project }, fetch: inTime });
      const [dataset, judge, ...models] = await Promise.all([
        cache.fetchQuery(datasetQuery(project, made.dataset)),
        cache.fetchQuery(modelQuery(project, made.judge)),
        ...made.models.slice(0, COLUMNS).map((id) => cache.fetchQuery(modelQuery(project, id))),
      ]);
      for (const queryKey of [credentialsKey(project), modelsKey(project), promptsKey(project), datasetsKey(project)])
        void cache.invalidateQueries({ queryKey });
      return {
        prompt: made.prompt,
        setup: {
          dataset: { id: dataset.id, name: dataset.name },
          targets: models.map((model) => ({ key: newKey(), model: chosen(model), parameters: {}, grid: {} })),
          grader: { prompt: made.grader, model: chosen(judge) },
        },
      };
    } catch (error) {
      setState({ busy: false, error });
      return null;
    }
  };
  return { ...state, start };
}

function chosen({ id, title, name, provider, credential_label }: Model): ChosenModel {
  return { id, title, name, provider, credential_label };
}
