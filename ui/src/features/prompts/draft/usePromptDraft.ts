/** The draft of a prompt for a screen: what is written, whether it is saved, and the ways to change that. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Prompt } from "@/api/types";
import { promptQuery } from "../api";
import { sendDraft, usePromptWritten } from "../changes";
import { DraftKeeper, type DraftState } from "./draftKeeper";

/** Leaving a field saves; this is for someone who writes on and on without leaving it. */
const IDLE_MS = 15_000;

export interface PromptDraft extends DraftState, Pick<DraftKeeper, "change" | "save" | "takeTheirs" | "overwrite"> {
  /** What the server has, at this very moment and not at the last render. */
  current: () => Prompt;
}

export function usePromptDraft(project: string, prompt: Prompt): PromptDraft {
  const cache = useQueryClient();
  const written = usePromptWritten(project);
  const [keeper] = useState(
    () =>
      new DraftKeeper(prompt, {
        send: async (content, revision) => {
          const saved = await sendDraft(project, prompt.id, content, revision);
          written(saved);
          return saved;
        },
        read: () => cache.fetchQuery({ ...promptQuery(project, prompt.id), staleTime: 0 }),
      }),
  );
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  useEffect(() => keeper.receive(prompt), [keeper, prompt]);

  const saveOnIdle = useEffectEvent(() => void keeper.save());
  useEffect(() => {
    if (!state.dirty) return;
    const timer = window.setTimeout(() => saveOnIdle(), IDLE_MS);
    return () => window.clearTimeout(timer);
  }, [state.dirty, state.values]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!keeper.getState().dirty) return;
      void keeper.save();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
      // Going to another page of Edison leaves the field, too.
      void keeper.save();
    };
  }, [keeper]);

  return { ...state, change: keeper.change, save: keeper.save, takeTheirs: keeper.takeTheirs, overwrite: keeper.overwrite, current: () => keeper.getState().base };
}
