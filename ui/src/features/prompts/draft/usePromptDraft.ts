/** The draft of a prompt for a screen: what is written, whether it is saved, and the ways to change that. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Prompt } from "@/api/types";
import { promptQuery } from "../api";
import { sendDraft, usePromptWritten } from "../promptMutations";
import { PromptDraftStore, type DraftState } from "./promptDraftStore";

/** Leaving a field saves; this is for someone who writes on and on without leaving it. */
const IDLE_MS = 15_000;

export interface PromptDraft
  extends DraftState, Pick<PromptDraftStore, "change" | "save" | "takeTheirs" | "overwrite"> {
  /** What the server has, at this very moment and not at the last render. */
  current: () => Prompt;
}

/** The drafts that are open in this window, for those who are about to copy one and hold no draft themselves. */
const open = new Map<string, PromptDraftStore>();

/** What is written becomes what the server has. True when nothing is left unsaved. */
export async function keepOpenDraft(prompt: string): Promise<boolean> {
  return (await open.get(prompt)?.save()) ?? true;
}

export function usePromptDraft(project: string, prompt: Prompt): PromptDraft {
  const cache = useQueryClient();
  const written = usePromptWritten(project);
  const [keeper] = useState(
    () =>
      new PromptDraftStore(prompt, {
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

  useEffect(() => {
    open.set(prompt.id, keeper);
    return () => {
      if (open.get(prompt.id) === keeper) open.delete(prompt.id);
    };
  }, [keeper, prompt.id]);

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

  return {
    ...state,
    change: keeper.change,
    save: keeper.save,
    takeTheirs: keeper.takeTheirs,
    overwrite: keeper.overwrite,
    current: () => keeper.getState().base,
  };
}
