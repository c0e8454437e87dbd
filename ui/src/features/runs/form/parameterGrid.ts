/** Several values for one parameter: each combination becomes a column of its own. Pure. */
import { EFFORTS, parameterProblems } from "@/features/models/playground";

export const GRID_NAMES = ["temperature", "top_p", "max_tokens", "reasoning_effort"] as const;
type GridName = (typeof GRID_NAMES)[number];

/** As typed, separated by commas. */
export type GridValues = Partial<Record<GridName, string>>;

export const GRID_LABELS: Record<GridName, string> = {
  temperature: "Temperatures",
  top_p: "Top P values",
  max_tokens: "Max tokens",
  reasoning_effort: "Reasoning efforts",
};
export const GRID_HINTS: Record<GridName, string> = {
  temperature: "Such as 0, 0.5, 1",
  top_p: "Such as 0.5, 1",
  max_tokens: "Such as 200, 800",
  reasoning_effort: "Such as low, high",
};

function gridParts(typed: string | undefined): string[] {
  return [
    ...new Set(
      (typed ?? "")
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ];
}

export function gridProblems(grid: GridValues): Partial<Record<GridName, string>> {
  const problems: Partial<Record<GridName, string>> = {};
  for (const name of GRID_NAMES) {
    const parts = gridParts(grid[name]);
    if (parts.length > 20) problems[name] = "At most 20 values";
    for (const part of parts) {
      const wrong =
        name === "reasoning_effort"
          ? EFFORTS.some((effort) => effort === part)
            ? undefined
            : `One of ${EFFORTS.join(", ")}`
          : parameterProblems({ [name]: part })[name];
      if (wrong) problems[name] = `${part}: ${wrong}`;
    }
  }
  return problems;
}

export function toGrid(grid: GridValues): Record<string, (number | string)[]> {
  const made: Record<string, (number | string)[]> = {};
  for (const name of GRID_NAMES) {
    const parts = gridParts(grid[name]);
    if (parts.length > 0) made[name] = name === "reasoning_effort" ? parts : parts.map(Number);
  }
  return made;
}

/** How many columns one model becomes. */
export function combinations(grid: GridValues): number {
  return GRID_NAMES.reduce((product, name) => product * Math.max(1, gridParts(grid[name]).length), 1);
}
