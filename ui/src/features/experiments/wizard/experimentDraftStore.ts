/** Keeps what one person sets up: saves it with the revision it was written on, and never overwrites anyone unseen. */
import { ApiError } from "@/shared/http/apiError";
import type { Draft, PlanBody } from "./planTypes";
import { formOf, type PlanForm, sameForm, toPlan } from "./wizardForm";

export interface KeeperState {
  form: PlanForm;
  /** What the form was written on. */
  base: Draft;
  dirty: boolean;
  saving: boolean;
  /** What someone else wrote meanwhile; the person has to choose. */
  theirs: Draft | null;
  error: unknown;
}

export interface DraftChange {
  revision: number;
  name: string;
  description: string;
  step: number;
  plan: PlanBody;
}

export interface KeeperWire {
  send: (change: DraftChange) => Promise<Draft>;
  read: () => Promise<Draft>;
}

export class ExperimentDraftStore {
  #state: KeeperState;
  #wire: KeeperWire;
  #step: number;
  #listeners = new Set<() => void>();
  #inFlight: Promise<boolean> | null = null;

  constructor(draft: Draft, wire: KeeperWire) {
    this.#wire = wire;
    this.#step = draft.step;
    this.#state = { form: formOf(draft), base: draft, dirty: false, saving: false, theirs: null, error: null };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): KeeperState => this.#state;

  change = (part: Partial<PlanForm>): void => {
    const form = { ...this.#state.form, ...part };
    this.#set({ form, dirty: !sameForm(form, formOf(this.#state.base), this.#state.base.plan) });
  };

  /** Where the person is; kept with the next save, and for its own sake if nothing else changed. */
  at = (step: number): void => {
    if (step === this.#step) return;
    this.#step = step;
    this.#set({ dirty: true });
  };

  /** The server's copy as the cache has it, after an event. */
  receive = (draft: Draft): void => {
    const { base, dirty } = this.#state;
    if (this.#inFlight || draft.revision < base.revision) return;
    if (draft.revision === base.revision) {
      if (draft !== base) this.#set({ base: draft });
    } else if (dirty) this.#set({ theirs: draft });
    else this.#adopt(draft);
  };

  /** True when nothing is left unsaved. */
  save = async (): Promise<boolean> => {
    if (this.#inFlight) {
      await this.#inFlight;
      return this.save();
    }
    const { dirty, theirs } = this.#state;
    if (!dirty) return true;
    if (theirs) return false;
    this.#inFlight = this.#send();
    const done = await this.#inFlight;
    // Someone who types on while it is sent has something new to save.
    return done && this.#state.dirty ? this.save() : done;
  };

  takeTheirs = (): void => {
    if (this.#state.theirs) this.#adopt(this.#state.theirs);
  };

  overwrite = async (): Promise<boolean> => {
    const { theirs } = this.#state;
    if (!theirs || this.#inFlight) return false;
    this.#set({ theirs: null, base: theirs, dirty: true });
    return this.save();
  };

  async #send(): Promise<boolean> {
    const { form, base } = this.#state;
    const step = this.#step;
    this.#set({ saving: true, error: null });
    try {
      const saved = await this.#wire.send({
        revision: base.revision,
        name: form.name,
        description: form.description,
        step,
        plan: toPlan(form, base.plan),
      });
      this.#inFlight = null;
      this.#set({ base: saved, saving: false, dirty: this.#state.form !== form || this.#step !== step });
      return true;
    } catch (error) {
      this.#inFlight = null;
      this.#set({ saving: false, error });
      if (error instanceof ApiError && error.status === 409) await this.#meet();
      return false;
    }
  }

  async #meet(): Promise<void> {
    try {
      const theirs = await this.#wire.read();
      if (theirs.revision > this.#state.base.revision) this.#set({ theirs, error: null });
    } catch {
      // The refusal that is already shown says enough; the next save asks again.
    }
  }

  #adopt(draft: Draft): void {
    this.#set({ form: formOf(draft), base: draft, dirty: false, theirs: null, error: null });
  }

  #set(change: Partial<KeeperState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}
