/** How the two panels share the width: one share for each mode, kept in this browser. Pure. */

export type Mode = "balanced" | "focus";

/** The editor's share in percent, as seed 003 has it. */
export const USUAL: Record<Mode, number> = { balanced: 30, focus: 65 };
export const LEAST = 20;
export const MOST = 80;
export const STEP = 2;

export function clamped(share: number): number {
  return Math.round(Math.min(MOST, Math.max(LEAST, share)) * 10) / 10;
}

export function readMode(stored: string | null): Mode {
  return stored === "focus" ? "focus" : "balanced";
}

export function readShare(stored: string | null, mode: Mode): number {
  const share = stored === null ? Number.NaN : Number(stored);
  return Number.isFinite(share) && share >= LEAST && share <= MOST ? share : USUAL[mode];
}

/** What a key does to the share; null: nothing. */
export function shareAfter(key: string, share: number, mode: Mode): number | null {
  switch (key) {
    case "ArrowLeft":
      return clamped(share - STEP);
    case "ArrowRight":
      return clamped(share + STEP);
    case "Home":
      return LEAST;
    case "End":
      return MOST;
    case "Enter":
      return USUAL[mode];
    default:
      return null;
  }
}
