/**
 * A draft that one person edits and the server keeps.
 *
 * Every save names the revision that it was written on. A newer revision of someone else is never
 * overwritten without a decision of the person.
 */
export interface DraftState<Saved, Values> {
  values: Values;
  /** The saved copy that the values were written on. */
  base: Saved;
  dirty: boolean;
  saving: boolean;
  /** A newer copy of someone else. Nothing is saved until the person chooses between the two. */
  theirs: Saved | null;
  error: unknown;
  /** Values that cannot be sent as they are typed, by field. Nothing is saved while there are any. */
  problems: Readonly<Record<string, string>>;
}

/** What a store must know about the thing that it keeps. */
interface DraftAdapter<Saved, Values> {
  valuesOf: (saved: Saved) => Values;
  isUnchanged: (values: Values, base: Saved) => boolean;
  problemsOf?: (values: Values) => Readonly<Record<string, string>>;
  /** Whether the server refused a save because of the revision. */
  isConflict: (error: unknown) => boolean;
  send: (values: Values, base: Saved) => Promise<Saved>;
  read: () => Promise<Saved>;
}

export class DraftStore<Saved extends { revision: number }, Values> {
  #state: DraftState<Saved, Values>;
  #adapter: DraftAdapter<Saved, Values>;
  #listeners = new Set<() => void>();
  #inFlight: Promise<boolean> | null = null;
  /** Counts edits, so that a save can tell whether there was one while it was under way. */
  #edits = 0;

  constructor(saved: Saved, adapter: DraftAdapter<Saved, Values>) {
    this.#adapter = adapter;
    this.#state = {
      values: adapter.valuesOf(saved),
      base: saved,
      dirty: false,
      saving: false,
      theirs: null,
      error: null,
      problems: {},
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): DraftState<Saved, Values> => this.#state;

  change = (values: Values): void => {
    this.#edits += 1;
    const dirty = !this.#adapter.isUnchanged(values, this.#state.base);
    this.#set({ values, dirty, problems: this.#adapter.problemsOf?.(values) ?? {} });
  };

  /** Save the next time although the values are the same, because something that is sent with them changed. */
  markDirty = (): void => {
    this.#edits += 1;
    this.#set({ dirty: true });
  };

  /** Take the copy of the server that the cache has, after an event or another change. */
  receive = (saved: Saved): void => {
    const { base, dirty } = this.#state;
    // While a save is under way its answer decides. An older revision than ours is ignored.
    if (this.#inFlight || saved.revision < base.revision) return;
    if (saved.revision === base.revision) {
      if (saved !== base) this.#set({ base: saved });
    } else if (dirty) this.#set({ theirs: saved });
    else this.#adopt(saved);
  };

  /** Save what is dirty. Return true when nothing is left unsaved. */
  save = async (): Promise<boolean> => {
    if (this.#inFlight) {
      await this.#inFlight;
      return this.save();
    }
    const { dirty, theirs, problems } = this.#state;
    if (!dirty) return true;
    if (theirs || Object.keys(problems).length > 0) return false;
    this.#inFlight = this.#send();
    const done = await this.#inFlight;
    // Edits that were made during the save have to be saved, too.
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
    const { values, base } = this.#state;
    const edits = this.#edits;
    this.#set({ saving: true, error: null });
    try {
      const saved = await this.#adapter.send(values, base);
      this.#inFlight = null;
      // Not compared with the answer: the server may write the same values in another way.
      this.#set({ base: saved, saving: false, dirty: this.#edits !== edits });
      return true;
    } catch (error) {
      this.#inFlight = null;
      this.#set({ saving: false, error });
      if (this.#adapter.isConflict(error)) await this.#readTheirs();
      return false;
    }
  }

  async #readTheirs(): Promise<void> {
    try {
      const theirs = await this.#adapter.read();
      if (theirs.revision > this.#state.base.revision) this.#set({ theirs, error: null });
    } catch {
      // The error of the save is shown already, and the next save reads again.
    }
  }

  #adopt(saved: Saved): void {
    const values = this.#adapter.valuesOf(saved);
    this.#set({ values, base: saved, dirty: false, theirs: null, error: null, problems: {} });
  }

  #set(change: Partial<DraftState<Saved, Values>>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}
