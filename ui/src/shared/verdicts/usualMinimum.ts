/** What the server takes for the smallest difference that matters. */
export const USUAL_MINIMUM = 0.02;
