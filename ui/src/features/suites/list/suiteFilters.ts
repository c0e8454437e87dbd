/** What the list of suites can be narrowed to; the address holds it. */
import { SUITE_STATES } from "../suiteStates";
import type { SuiteState } from "../types";

export const SUITE_FILTERS = SUITE_STATES;

export interface SuiteFilter {
  state?: SuiteState;
  prompt?: string;
  search?: string;
}

/** What else the address of the list can open. */
interface SuiteDoor {
  /** A run that is to become a suite. */
  from?: string;
  /** A file that is to become one. */
  file?: boolean;
}

export type SuiteListPlace = SuiteFilter & SuiteDoor;

export function filterOf({ state, prompt, search }: SuiteListPlace): SuiteFilter {
  return { ...(state ? { state } : {}), ...(prompt ? { prompt } : {}), ...(search ? { search } : {}) };
}
