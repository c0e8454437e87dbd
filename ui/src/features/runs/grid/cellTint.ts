import type { CellState } from "@/api/types";

const TINTS: Record<CellState, string> = {
  open: "",
  calling: "",
  answered: "",
  malformed: "bg-warning-soft/50",
  // White with a red edge: an error is loud enough without a red field.
  failed: "bg-canvas shadow-[inset_0_0_0_1px_var(--error-mark)]",
};

export function cellTint(state: CellState): string {
  return TINTS[state];
}
