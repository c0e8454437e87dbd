/** What a run notes about parameters, in words. Pure. */
import type { RunReport } from "@/api/types";

export type ParameterNote = RunReport["parameter_notes"][number];

/** The target, scorer or fallback that a note is about. */
export function notedTarget(run: Pick<RunReport, "plan" | "scorers">, note: ParameterNote): string {
  const column = note.column === null ? undefined : run.plan.columns[note.column];
  if (column) return `${column.prompt_name} v${column.number} with ${column.model_name}`;
  const scorer = run.scorers.find(({ number }) => number === note.scorer);
  return scorer ? `The scorer ${scorer.name} with ${note.model}` : `The fallback ${note.model}`;
}

/** The parameters of all notes of a kind, by model, each once. */
export function parametersByModel(
  notes: readonly ParameterNote[],
  kind: ParameterNote["kind"],
): { model: string; parameters: string[] }[] {
  const found = new Map<string, Set<string>>();
  for (const note of notes) {
    if (note.kind !== kind) continue;
    found.set(note.model, (found.get(note.model) ?? new Set()).add(note.parameter));
  }
  return [...found].map(([model, parameters]) => ({ model, parameters: [...parameters].toSorted() }));
}
