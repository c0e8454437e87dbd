/** Where in the reports someone is: the days, what the bars and the table are split by, and what is left out. Pure. */
import type { WantedPeriod } from "./period";
import type { Group, Phase, Stack } from "./types";

export interface ReportUrlState extends WantedPeriod {
  /** What the bars are split by; by model unless said otherwise. */
  stack?: Exclude<Stack, "model">;
  /** What the table has a row for; each model unless said otherwise. */
  group?: Exclude<Group, "model">;
  /** Only the calls of this model, or of this phase. */
  model?: string;
  phase?: Phase;
  /** The model on which everything might have been asked. */
  on?: string;
}

/** Merge changes into the URL state. Undefined values return to the default. */
export function moved<Place extends object>(
  place: Place,
  by: { [Key in keyof Place]?: Place[Key] | undefined },
): Place {
  return Object.fromEntries(Object.entries({ ...place, ...by }).filter(([, value]) => value !== undefined)) as Place;
}
