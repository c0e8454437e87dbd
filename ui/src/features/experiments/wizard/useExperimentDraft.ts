/**
 * The draft of an experiment for the wizard: saved a second after the last change,
 * at the latest every 30 s, and on leaving.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { experimentKey, experimentsKey } from "../keys";
import { draftQuery, sendDraft } from "./api";
import { createExperimentDraft, type ExperimentDraftState } from "./experimentDraftStore";
import type { Draft } from "./planTypes";
import type { PlanForm } from "./wizardForm";

const IDLE_MS = 1_000;
const LONGEST_MS = 30_000;

export interface ExperimentDraft extends ExperimentDraftState {
  change: (part: Partial<PlanForm>) => void;
  /** Return true when nothing is left unsaved. */
  save: () => Promise<boolean>;
  takeTheirs: () => void;
  overwrite: () => Promise<boolean>;
  current: () => ExperimentDraftState;
}

export function useExperimentDraft(project: string, draft: Draft, step: number): ExperimentDraft {
  const cache = useQueryClient();
  const [{ store, change, goToStep }] = useState(() =>
    createExperimentDraft(draft, {
      send: async (body) => {
        const saved = await sendDraft(project, draft.id, body);
        cache.setQueryData(draftQuery(project, draft.id).queryKey, saved);
        void cache.invalidateQueries({ queryKey: experimentsKey(project) });
        return saved;
      },
      read: () => cache.fetchQuery({ ...draftQuery(project, draft.id), staleTime: 0 }),
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.getState);
  useEffect(() => store.receive(draft), [store, draft]);
  useEffect(() => goToStep(step), [goToStep, step]);

  const save = useEffectEvent(() => void store.save());
  useEffect(() => {
    if (!state.dirty) return;
    const timer = window.setTimeout(() => save(), IDLE_MS);
    return () => window.clearTimeout(timer);
  }, [state.dirty, state.values]);
  useEffect(() => {
    const timer = window.setInterval(() => save(), LONGEST_MS);
    return () => window.clearInterval(timer);
  }, []);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!store.getState().dirty) return;
      void store.save();
      event.preventDefault();
    };
    const hidden = () => document.visibilityState === "hidden" && void store.save();
    window.addEventListener("beforeunload", warn);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("visibilitychange", hidden);
      void store.save().then(() => cache.invalidateQueries({ queryKey: experimentKey(project, draft.id) }));
    };
  }, [store, cache, project, draft.id]);

  return {
    ...state,
    change,
    save: store.save,
    takeTheirs: store.takeTheirs,
    overwrite: store.overwrite,
    current: store.getState,
  };
}
