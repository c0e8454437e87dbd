/** A prompt as the server renders it: messages, variables, counts, problems. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PromptProblem, RenderedPrompt } from "@/api/types";
import { useDebounced } from "@/shared/forms/useDebounced";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { renderQuery } from "../api";
import { type DraftValues, toContent } from "../draft/draftContent";
import { type Samples, sentValues } from "./sampleValues";

export interface Rendered {
  /** Null until the server has spoken once. */
  shown: RenderedPrompt | null;
  problems: readonly PromptProblem[];
  error: unknown;
  retry: () => void;
}

/** Tokens are counted as this model counts them, where we know how. */
interface CountedFor {
  name: string;
  provider: string;
}

export function useRendered(
  project: string,
  values: DraftValues,
  samples: Samples,
  model: CountedFor | null = null,
): Rendered {
  const settled = useDebounced(values);
  const tried = useDebounced(samples);
  // Parameters do not change a single letter, and half-typed ones would be refused.
  const content = useMemo(() => ({ ...toContent(settled), parameters: {} }), [settled]);
  const sent = useMemo(() => sentValues(tried, null), [tried]);
  const { data, error, refetch } = useQuery(renderQuery(project, content, sent, model));
  return { shown: data ?? null, problems: refused(error) ?? data?.problems ?? [], error, retry: () => void refetch() };
}

/** The server rejects a text that is too long. Its field is shown like any other problem. */
function refused(error: unknown): readonly PromptProblem[] | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const found = fieldProblems(error).map(({ path, message }) => ({
    field: path.replace(/^(body\.)?content\./, ""),
    message,
  }));
  return found.length > 0 ? found : null;
}
