/** The setup of a prompt: from this browser's memory, else from its last run, else from what the project has. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Prompt } from "@/api/types";
import { fewDatasetsQuery } from "@/features/datasets";
import { fewModelsQuery } from "@/features/models";
import { reportQuery, runListQuery } from "@/features/runs";
import { firstSetup, isWhole, readSetup, type Setup, setupOfRun } from "./runSetup";

const MANY = 50;
const keyOf = (prompt: string) => `edison.workbench.setup.${prompt}`;

/** What the next run begins with; null while it is not known yet. */
export function useSeed(project: string, prompt: Prompt): Setup | null {
  const [stored] = useState(() => readSetup(localStorage.getItem(keyOf(prompt.id))));
  // Loaded once: a run that is started later must not replace the screen with a loading state.
  const [found, setFound] = useState<Setup | null>(isWhole(stored) ? stored : null);
  const asked = found === null;
  const runs = useInfiniteQuery({ ...runListQuery(project, { prompt: prompt.id }), enabled: asked });
  const newest = runs.data?.pages[0]?.items[0]?.id;
  const report = useQuery({ ...reportQuery(project, newest ?? ""), enabled: asked && newest !== undefined });
  const datasets = useQuery({ ...fewDatasetsQuery(project, "", MANY), enabled: asked });
  const models = useQuery({ ...fewModelsQuery(project, "", MANY), enabled: asked });
  if (found) return found;
  // What cannot be read does not hold anyone up: the rest is chosen by hand.
  if ([runs, report, datasets, models].some(({ isLoading }) => isLoading)) return null;
  const catalog = models.data?.items ?? [];
  const seed = report.data
    ? setupOfRun(report.data, catalog)
    : firstSetup(prompt.variables, datasets.data?.items ?? [], catalog);
  const whole = { ...seed, ...stored };
  setFound(whole);
  return whole;
}

function rememberSetup(prompt: string, setup: Partial<Setup>): void {
  localStorage.setItem(keyOf(prompt), JSON.stringify(setup));
}

export function useRunSetup(prompt: string, seed: Setup): [Setup, (part: Partial<Setup>) => void] {
  const [setup, setSetup] = useState(seed);
  return [
    setup,
    (part) =>
      setSetup((before) => {
        const next = { ...before, ...part };
        rememberSetup(prompt, next);
        return next;
      }),
  ];
}
