import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Dataset, StartRun } from "@/api/types";
import { judgeChoicesQuery, judgesKey } from "@/features/judging";
import { useCreatePrompt } from "@/features/prompts";
import { callApi } from "@/shared/http/callApi";
import { type ArenaForm, arenaOrder, judgeBody, NEW_JUDGE, readyText, RUBRIC } from "./arenaForm";

/** Judges that mark one answer at a time. */
export function useJudgeChoices(project: string) {
  const all = useQuery(judgeChoicesQuery(project)).data?.items;
  return all?.filter(({ mode, archived }) => mode === "pointwise" && !archived);
}

/** Make what the run needs and the project lacks; nothing of it costs anything. What was made once is used again. */
export function usePrepareArena(project: string) {
  const cache = useQueryClient();
  const create = useCreatePrompt(project);
  const prompts = useRef(new Map<string, string>());
  const judges = useRef(new Map<string, string>());

  const promptFor = async (name: string, text: string) => {
    const known = prompts.current.get(text);
    if (known) return known;
    const { id } = await create.mutateAsync({ name, kind: "generator", description: "Made for the arena", text });
    prompts.current.set(text, id);
    return id;
  };
  const judgeOf = async (model: string) => {
    const known = judges.current.get(model);
    if (known) return known;
    const path = { project };
    const rubric = await callApi("POST", "/api/v1/projects/{project}/rubrics", { path, body: RUBRIC });
    const { id } = await callApi("POST", "/api/v1/projects/{project}/judges", {
      path,
      body: judgeBody(model, rubric.id),
    });
    judges.current.set(model, id);
    void cache.invalidateQueries({ queryKey: judgesKey(project) });
    return id;
  };
  return useMutation({
    mutationFn: async ({
      form,
      dataset,
      judge,
    }: {
      form: ArenaForm;
      dataset: Dataset;
      judge: string;
    }): Promise<StartRun> => {
      const name = `Arena: ${dataset.name}`.slice(0, 100);
      const text = form.text ?? readyText(dataset.columns);
      return arenaOrder({
        name,
        prompt: await promptFor(name, text),
        judge: judge === NEW_JUDGE ? await judgeOf(form.judgeModel?.id ?? "") : judge,
        dataset: dataset.id,
        models: form.models,
      });
    },
  });
}
