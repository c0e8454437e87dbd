/** What a person may do to an experiment, and what was asked for. */

export interface ExperimentActions {
  starts: boolean;
  plans: boolean;
  reviews: boolean;
}

export type Asked = "run" | "finish" | "budget" | "plan" | "again";
