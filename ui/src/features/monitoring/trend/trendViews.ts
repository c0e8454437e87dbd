/** Which lines a trend shows: all targets as one, each as a line of its own, or else the key of one target. */

export const TOGETHER = "all";
export const EACH = "each";
