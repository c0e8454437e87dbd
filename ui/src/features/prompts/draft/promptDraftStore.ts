/** Keeps what one person writes: saves it with the revision it was written on, and never overwrites anyone unseen. */
import type { Prompt } from "@/api/types";
import { hasCode } from "@/shared/http/apiError";
import {
  type ContentBody,
  type DraftValues,
  sameContent,
  toContent,
  typingProblems,
  type TypingProblems,
  valuesOf,
} from "./draftContent";

export interface DraftState {
  values: DraftValues;
  /** What the values were written on. */
  base: Prompt;
  dirty: boolean;
  saving: boolean;
  /** What someone else wrote meanwhile; the person has to choose. */
  theirs: Prompt | null;
  error: unknown;
  problems: TypingProblems;
}

export interface DraftWire {
  send: (content: ContentBody, revision: number) => Promise<Prompt>;
  read: () => Promise<Prompt>;
}

export class PromptDraftStore {
  #state: DraftState;
  #wire: DraftWire;
  #listeners = new Set<() => void>();
  #inFlight: Promise<boolean> | null = null;

  constructor(prompt: Prompt, wire: DraftWire) {
    this.#wire = wire;
    this.#state = {
      values: valuesOf(prompt.draft),
      base: prompt,
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

  getState = (): DraftState => this.#state;

  change = (values: DraftValues): void => {
    const base = valuesOf(this.#state.base.draft);
    this.#set({ values, dirty: !sameContent(values, base), problems: typingProblems(values) });
  };

  /** The server's copy as the cache has it, after an event or a change of name. */
  receive = (prompt: Prompt): void => {
    const { base, dirty } = this.#state;
    // While a save is under way its answer decides; what is older than ours is an echo.
    if (this.#inFlight || prompt.revision < base.revision) return;
    if (prompt.revision === base.revision) {
      if (prompt !== base) this.#set({ base: prompt });
    } else if (dirty) this.#set({ theirs: prompt });
    else this.#adopt(prompt);
  };

  /** True when nothing is left unsaved. */
  save = async (): Promise<boolean> => {
    if (this.#inFlight) {
      await this.#inFlight;
      return this.save();
    }
    const { dirty, theirs, problems } = this.#state;
    if (!dirty) return true;
    if (theirs || Object.keys(problems).length > 0) return false;
    this.#inFlight = this.#send(this.#state.base.revision);
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

  async #send(revision: number): Promise<boolean> {
    const sent = this.#state.values;
    this.#set({ saving: true, error: null });
    try {
      const saved = await this.#wire.send(toContent(sent), revision);
      this.#inFlight = null;
      // Not compared with what came back: the server may write the same in other words.
      this.#set({ base: saved, saving: false, dirty: this.#state.values !== sent });
      return true;
    } catch (error) {
      this.#inFlight = null;
      this.#set({ saving: false, error });
      if (hasCode(error, "EDIT_CONFLICT")) await this.#meet();
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

  #adopt(prompt: Prompt): void {
    this.#set({ values: valuesOf(prompt.draft), base: prompt, dirty: false, theirs: null, error: null, problems: {} });
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}
