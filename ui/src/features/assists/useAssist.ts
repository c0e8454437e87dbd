/** One question to an assistant at a time: asked, followed, taken back, looked at, put away. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Assist, AssistOrder } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { assistQuery, cancelAssist, isOver, startAssist } from "./api";

export interface Asking {
  /** Which of the buttons was pressed. */
  key: string;
  id: string | null;
  error: string | null;
}

export function useAssist(project: string) {
  const cache = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const found = useQuery({ ...assistQuery(project, asking?.id ?? ""), enabled: asking?.id != null });
  const assist: Assist | null = asking?.id != null ? (found.data ?? null) : null;
  const busy = asking !== null && asking.error === null && !(assist && isOver(assist.state));

  const ask = (key: string, order: AssistOrder) => {
    if (busy) return;
    setAsking({ key, id: null, error: null });
    startAssist(project, order)
      .then((begun) => {
        cache.setQueryData(assistQuery(project, begun.id).queryKey, begun);
        setAsking({ key, id: begun.id, error: null });
      })
      .catch((error: unknown) => setAsking({ key, id: null, error: wordsOf(error) }));
  };
  const cancel = () => {
    if (!asking?.id) return;
    cancelAssist(project, asking.id)
      .then((ended) => cache.setQueryData(assistQuery(project, ended.id).queryKey, ended))
      .catch(() => void found.refetch());
  };
  return {
    asking,
    assist,
    busy,
    problem: asking?.error ?? (assist?.state === "failed" ? (assist.problem ?? "The request failed.") : null),
    ask,
    cancel,
    forget: () => setAsking(null),
  };
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError
    ? [error.message, error.nextStep].filter(Boolean).join(" ")
    : "Something went wrong.";
}
