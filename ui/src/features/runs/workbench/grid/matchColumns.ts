/** Which column of a run belongs to which target of the next one. Pure. */
import type { RunColumn } from "@/api/types";
import type { TargetPart } from "@/features/runs";
import { toParameters } from "@/features/models/playground";

type Ran = Pick<RunColumn, "model_id" | "parameters">;
type Wanted = Pick<TargetPart, "model" | "parameters">;

function same(target: Wanted, column: Ran): boolean {
  return target.model.id === column.model_id && words(toParameters(target.parameters)) === words(column.parameters);
}

/** Parameters in one order, without those that are not set. */
function words(parameters: object): string {
  const set = Object.entries(parameters as Record<string, unknown>).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return JSON.stringify(set.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * For each target the place of its answers in the run, or null: it was changed or added since.
 * The same model may appear twice.
 */
export function matchColumns(targets: readonly Wanted[], columns: readonly Ran[]): (number | null)[] {
  const taken = new Set<number>();
  const take = (place: number) => {
    taken.add(place);
    return place;
  };
  const found = targets.map((target, place) => {
    const column = columns[place];
    return column && same(target, column) ? take(place) : null;
  });
  return found.map((place, index) => {
    if (place !== null) return place;
    const target = targets[index];
    const moved = target ? columns.findIndex((column, other) => !taken.has(other) && same(target, column)) : -1;
    return moved === -1 ? null : take(moved);
  });
}
