/** What the list of experiments can be narrowed to; the address holds it. */
export const EXPERIMENT_FILTERS = ["draft", "running", "paused", "completed", "archived"] as const;

export interface ExperimentFilter {
  state?: (typeof EXPERIMENT_FILTERS)[number];
  search?: string;
}
