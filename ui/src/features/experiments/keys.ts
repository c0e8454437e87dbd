/** Under which keys experiments stand in the cache. */

/** Lists of experiments. */
export const experimentsKey = (project: string) => ["experiments", project] as const;
/** One experiment and everything below it. */
export const experimentKey = (project: string, experiment: string) => ["experiment", project, experiment] as const;
export const experimentsBelow = (project: string) => ["experiment", project] as const;
export const iterationListKey = (project: string, experiment: string) =>
  [...experimentKey(project, experiment), "iterations"] as const;
/** Iterations as they are watched: they move with every answer, their experiment only with every stage. */
export const iterationsBelow = (project: string) => ["iteration", project] as const;
export const iterationKey = (project: string, iteration: string) => [...iterationsBelow(project), iteration] as const;
export const experimentReportKey = (project: string, experiment: string) =>
  [...experimentKey(project, experiment), "report"] as const;
/** The review queue and single suggestions. */
export const suggestionsKey = (project: string) => ["suggestions", project] as const;
