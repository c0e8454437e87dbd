/** The draft of a prompt for a screen: what is written, whether it is saved, and the ways to change that. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Prompt } from "@/api/types";
import type { DraftState } from "@/shared/drafts/draftStore";
import { promptQuery } from "../api";
import { sendDraft, usePromptWritten } from "../promptMutations";
import type { DraftValues } from "./draftContent";
import { createPromptDraft, type PromptDraftStore } from "./promptDraftStore";

/** Leaving a field saves. This delay is for long edits inside of one field. */
const IDLE_MS = 15_000;

export interface PromptDraft
  extends DraftState<Prompt, DraftValues>, Pick<PromptDraftStore, "change" | "save" | "takeTheirs" | "overwrite"> {
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
  const [store] = useState(() =>
    createPromptDraft(prompt, {
      send: async (content, revision) => {
        const saved = await sendDraft(project, prompt.id, content, revision);
        written(saved);
        return saved;
      },
      read: () => cache.fetchQuery({ ...promptQuery(project, prompt.id), staleTime: 0 }),
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.getState);
  useEffect(() => store.receive(prompt), [store, prompt]);

  useEffect(() => {
    open.set(prompt.id, store);
    return () => {
      if (open.get(prompt.id) === store) open.delete(prompt.id);
    };
  }, [store, prompt.id]);

  const saveOnIdle = useEffectEvent(() => void store.save());
  useEffect(() => {
    if (!state.dirty) return;
    const timer = window.setTimeout(() => saveOnIdle(), IDLE_MS);
    return () => window.clearTimeout(timer);
  }, [state.dirty, state.values]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!store.getState().dirty) return;
      void store.save();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
      // Going to another page of Edison leaves the field, too.
      void store.save();
    };
  }, [store]);

  return {
    ...state,
    change: store.change,
    save: store.save,
    takeTheirs: store.takeTheirs,
    overwrite: store.overwrite,
    current: () => store.getState().base,
  };
}
