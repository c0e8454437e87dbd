/** Which rows are selected: some by id, or all that the filter matches, loaded or not. Pure. */
import type { CaseFilter, Chosen } from "./api";

export interface Selection {
  ids: ReadonlySet<string>;
  /** All that match, whether loaded or not. */
  everything: boolean;
  /** Where a range begins when shift is held. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), everything: false, anchor: null };

export function isChosen(selection: Selection, id: string): boolean {
  return selection.everything || selection.ids.has(id);
}

/** One row, or with shift all rows from the last one touched to this one. */
export function toggled(selection: Selection, loaded: readonly string[], id: string, range: boolean): Selection {
  // Taking one out of everything leaves the loaded ones: those out of sight must not stay chosen unseen.
  const ids = new Set(selection.everything ? loaded : selection.ids);
  const on = !ids.has(id);
  const span = range && selection.anchor ? between(loaded, selection.anchor, id) : [id];
  for (const each of span) {
    if (on) ids.add(each);
    else ids.delete(each);
  }
  return { ids, everything: false, anchor: id };
}

function between(loaded: readonly string[], one: string, other: string): readonly string[] {
  const [a, b] = [loaded.indexOf(one), loaded.indexOf(other)];
  return a < 0 || b < 0 ? [other] : loaded.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The box in the header: all loaded rows, or none. */
export function toggledAll(selection: Selection, loaded: readonly string[]): Selection {
  return allLoaded(selection, loaded) ? NOTHING : { ids: new Set(loaded), everything: false, anchor: null };
}

export function allLoaded(selection: Selection, loaded: readonly string[]): boolean {
  return loaded.length > 0 && (selection.everything || loaded.every((id) => selection.ids.has(id)));
}

export function everything(): Selection {
  return { ids: new Set(), everything: true, anchor: null };
}

export function countChosen(selection: Selection, total: number): number {
  return selection.everything ? total : selection.ids.size;
}

/** The body of the request. */
export function toChosen(selection: Selection, filter: CaseFilter): Chosen {
  return selection.everything ? { filter } : { ids: [...selection.ids] };
}
