/** The project of the current address, when there is one and it is known. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Project } from "@/api/types";
import { boardQuery } from "@/features/arena";
import { datasetQuery } from "@/features/datasets";
import { experimentQuery } from "@/features/experiments";
import { judgeQuery, rubricQuery } from "@/features/judging";
import { modelQuery } from "@/features/models";
import { promptQuery } from "@/features/prompts";
import { projectQuery } from "@/features/people/projects";
import { reportQuery } from "@/features/runs";
import { suiteQuery } from "@/features/suites";

export function useCurrentProject(): Project | null {
  const { slug } = useParams({ strict: false });
  const found = useQuery({ ...projectQuery(slug ?? ""), enabled: slug !== undefined });
  return slug === undefined ? null : (found.data ?? null);
}

/** The name of the prompt whose page this is. */
export function usePromptHere(): string | null {
  const { slug, prompt } = useParams({ strict: false });
  const found = useQuery({
    ...promptQuery(slug ?? "", prompt ?? ""),
    enabled: slug !== undefined && prompt !== undefined,
  });
  return prompt === undefined ? null : (found.data?.name ?? null);
}

/** The name of the dataset whose page this is. */
export function useDatasetHere(): string | null {
  const { slug, dataset } = useParams({ strict: false });
  const found = useQuery({
    ...datasetQuery(slug ?? "", dataset ?? ""),
    enabled: slug !== undefined && dataset !== undefined,
  });
  return dataset === undefined ? null : (found.data?.name ?? null);
}

/** The name of the model whose page this is. */
export function useModelHere(): string | null {
  const { slug, model } = useParams({ strict: false });
  const found = useQuery({
    ...modelQuery(slug ?? "", model ?? ""),
    enabled: slug !== undefined && model !== undefined,
  });
  return model === undefined ? null : (found.data?.title ?? null);
}

/** The number of the run whose page this is. */
export function useRunHere(): string | null {
  const { slug, run } = useParams({ strict: false });
  const found = useQuery({ ...reportQuery(slug ?? "", run ?? ""), enabled: slug !== undefined && run !== undefined });
  return run === undefined || !found.data ? null : `Run #${found.data.number}`;
}

/** The name of the judge or of the rubric whose page this is. */
export function useJudgeHere(): string | null {
  const { slug, judge, rubric } = useParams({ strict: false });
  const foundJudge = useQuery({
    ...judgeQuery(slug ?? "", judge ?? ""),
    enabled: slug !== undefined && judge !== undefined,
  });
  const foundRubric = useQuery({
    ...rubricQuery(slug ?? "", rubric ?? ""),
    enabled: slug !== undefined && rubric !== undefined,
  });
  return (judge !== undefined ? foundJudge.data?.name : rubric !== undefined ? foundRubric.data?.name : null) ?? null;
}

/** The name of the experiment whose page this is. */
export function useExperimentHere(): string | null {
  const { slug, experiment } = useParams({ strict: false });
  const found = useQuery({
    ...experimentQuery(slug ?? "", experiment ?? ""),
    enabled: slug !== undefined && experiment !== undefined,
  });
  return experiment === undefined || !found.data ? null : found.data.name || "Untitled experiment";
}

/** The name of the suite whose page this is. */
export function useSuiteHere(): string | null {
  const { slug, suite } = useParams({ strict: false });
  const found = useQuery({
    ...suiteQuery(slug ?? "", suite ?? ""),
    enabled: slug !== undefined && suite !== undefined,
  });
  return suite === undefined ? null : (found.data?.name ?? null);
}

/** The name of the board whose page this is. Its page reads it: here it is only looked up. */
export function useBoardHere(): string | null {
  const { slug, board } = useParams({ strict: false });
  const found = useQuery({ ...boardQuery(slug ?? "", board ?? ""), enabled: false });
  return board === undefined ? null : (found.data?.name ?? null);
}
