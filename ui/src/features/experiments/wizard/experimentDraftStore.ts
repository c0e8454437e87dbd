/** The draft of an experiment and the step its author is at, saved under the revision it was written on. */
import { type DraftState, DraftStore } from "@/shared/drafts/draftStore";
import { ApiError } from "@/shared/http/apiError";
import type { Draft, PlanBody } from "./planTypes";
import { formOf, type PlanForm, sameForm, toPlan } from "./wizardForm";

export type ExperimentDraftState = DraftState<Draft, PlanForm>;

export interface DraftChange {
  revision: number;
  name: string;
  description: string;
  step: number;
  plan: PlanBody;
}

interface ExperimentDraftWire {
  send: (change: DraftChange) => Promise<Draft>;
  read: () => Promise<Draft>;
}

export function createExperimentDraft(draft: Draft, { send, read }: ExperimentDraftWire) {
  let step = draft.step;
  const store = new DraftStore<Draft, PlanForm>(draft, {
    valuesOf: formOf,
    isUnchanged: (form, base) => sameForm(form, formOf(base), base.plan),
    isConflict: (error) => error instanceof ApiError && error.status === 409,
    send: (form, base) =>
      send({
        revision: base.revision,
        name: form.name,
        description: form.description,
        step,
        plan: toPlan(form, base.plan),
      }),
    read,
  });
  return {
    store,
    change: (part: Partial<PlanForm>) => store.change({ ...store.getState().values, ...part }),
    /** The step is saved with the next save, and also if nothing else changed. */
    goToStep: (next: number) => {
      if (next === step) return;
      step = next;
      store.markDirty();
    },
  };
}
