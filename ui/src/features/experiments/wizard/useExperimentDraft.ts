/**
 * The draft of an experiment for the wizard: saved a second after the last change,
 * at the latest every 30 s, and on leaving.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { experimentKey, experimentsKey } from "../keys";
import { draftQuery, sendDraft } from "./api";
import { ExperimentDraftStore, type KeeperState } from "./experimentDraftStore";
import type { Draft } from "./planTypes";

const IDLE_MS = 1_000;
const LONGEST_MS = 30_000;

export interface ExperimentDraft
  extends KeeperState, Pick<ExperimentDraftStore, "change" | "save" | "takeTheirs" | "overwrite"> {
  current: () => KeeperState;
}

export function useExperimentDraft(project: string, draft: Draft, step: number): ExperimentDraft {
  const cache = useQueryClient();
  const [keeper] = useState(
    () =>
      new ExperimentDraftStore(draft, {
        send: async (change) => {
          const saved = await sendDraft(project, draft.id, change);
          cache.setQueryData(draftQuery(project, draft.id).queryKey, saved);
          void cache.invalidateQueries({ queryKey: experimentsKey(project) });
          return saved;
        },
        read: () => cache.fetchQuery({ ...draftQuery(project, draft.id), staleTime: 0 }),
      }),
  );
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  useEffect(() => keeper.receive(draft), [keeper, draft]);
  useEffect(() => keeper.at(step), [keeper, step]);

  const save = useEffectEvent(() => void keeper.save());
  useEffect(() => {
    if (!state.dirty) return;
    const timer = window.setTimeout(() => save(), IDLE_MS);
    return () => window.clearTimeout(timer);
  }, [state.dirty, state.form]);
  useEffect(() => {
    const timer = window.setInterval(() => save(), LONGEST_MS);
    return () => window.clearInterval(timer);
  }, []);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!keeper.getState().dirty) return;
      void keeper.save();
      event.preventDefault();
    };
    const hidden = () => document.visibilityState === "hidden" && void keeper.save();
    window.addEventListener("beforeunload", warn);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("visibilitychange", hidden);
      void keeper.save().then(() => cache.invalidateQueries({ queryKey: experimentKey(project, draft.id) }));
    };
  }, [keeper, cache, project, draft.id]);

  return {
    ...state,
    change: keeper.change,
    save: keeper.save,
    takeTheirs: keeper.takeTheirs,
    overwrite: keeper.overwrite,
    current: keeper.getState,
  };
}
