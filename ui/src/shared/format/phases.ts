/** What paid calls are for, under one name on every page. Pure. */
export const PHASE_WORDS = {
  target: "Answers",
  judge: "Judges",
  refine: "Refiner",
  assist: "Assistance",
} as const;
