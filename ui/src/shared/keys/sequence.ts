/** A sequence such as G R: between its two keys, the second belongs to the sequence and to no screen. */

export const SEQUENCE_MS = 1_000;

let begunAt = Number.NEGATIVE_INFINITY;

/** The first key of a sequence was pressed; times are those of events. */
export function beginSequence(at: number): void {
  begunAt = at;
}

export function endSequence(): void {
  begunAt = Number.NEGATIVE_INFINITY;
}

/** Whether a key pressed now completes a sequence. */
export function inSequence(at: number): boolean {
  return at - begunAt < SEQUENCE_MS;
}
