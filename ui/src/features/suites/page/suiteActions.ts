/** What can be done to a suite from its page. */

export interface SuiteActions {
  /** May change the suite, archived or not. */
  edits: boolean;
  /** May pause it, resume it, and set its limit. */
  moves: boolean;
  /** May run it now. */
  runs: boolean;
}

/** The question that is open. */
export type Asked = "run" | "limit" | "duplicate" | "archive" | "delete";
