/** Where the comparison of selected runs is. Pure. */
import type { RunCard } from "@/api/types";

type Compared = Pick<RunCard, "id" | "number" | "plan">;

/** Two runs open the full comparison of the later with the earlier; more of them a table of verdicts. */
export function compareTarget(runs: readonly Compared[]) {
  const [first, ...rest] = [...runs].sort((a, b) => a.number - b.number);
  const last = rest.at(-1);
  if (!first || !last) return null;
  const prompt = last.plan.application ? null : last.plan.columns[0]?.prompt_id;
  if (rest.length === 1 && prompt)
    return {
      to: "/projects/$slug/workbench/$prompt" as const,
      prompt,
      search: { run: last.id, compare: first.id },
    };
  return {
    to: "/projects/$slug/runs/compare" as const,
    search: { runs: [first, ...rest].map(({ id }) => id).join(",") },
  };
}
