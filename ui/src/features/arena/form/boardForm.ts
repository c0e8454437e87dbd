/** What a board is made of, and which runs may still be added. Pure. */
import { ApiError } from "@/shared/http/apiError";
import { countOf } from "@/shared/format/quantities";
import type { BoardBody, Candidate, Unequal } from "../types";

export interface BoardForm {
  name: string;
  dataset: { id: string; name: string } | null;
  runs: readonly string[];
}

export const EMPTY_BOARD: BoardForm = { name: "", dataset: null, runs: [] };
export const MOST_RUNS = 20;

export type Problems = Partial<Record<"name" | "dataset" | "runs", string>>;

export function problemsIn({ name, dataset, runs }: BoardForm): Problems {
  const found: Problems = {};
  if (!name.trim()) found.name = "Name is required";
  if (!dataset) found.dataset = "Choose a dataset";
  else if (runs.length === 0) found.runs = "Choose at least one run";
  if (runs.length > MOST_RUNS) found.runs = `A leaderboard takes at most ${MOST_RUNS} runs`;
  return found;
}

export function bodyOf({ name, runs }: BoardForm): BoardBody {
  return { name: name.trim(), runs: [...runs] };
}

/** Why a run cannot be added to those that are chosen; empty: it can. */
export function refusedBecause(candidate: Candidate, chosen: readonly string[], all: readonly Candidate[]): string[] {
  if (chosen.includes(candidate.run)) return [];
  const sentences = candidate.reasons.map(({ sentence }) => sentence);
  if (candidate.terms === null) return sentences.length > 0 ? sentences : ["This run cannot be part of a leaderboard."];
  const first = all.find(({ run }) => run === chosen[0]);
  // Terms tell at once; the sentences are those of the server, and may come a moment later.
  if (!first || first.terms === candidate.terms) return [];
  return sentences.length > 0 ? sentences : [`This run is not comparable with run #${first.number}.`];
}

/** All runs that are comparable with the first one that is chosen. */
export function allThatFit(chosen: readonly string[], all: readonly Candidate[]): string[] {
  const terms = all.find(({ run }) => run === chosen[0])?.terms ?? null;
  const fitting = all.filter((one) => one.terms !== null && one.terms === terms).map(({ run }) => run);
  return [...new Set([...chosen, ...fitting])].slice(0, MOST_RUNS);
}

interface VersionGroup {
  version: number | null;
  items: Candidate[];
}

/** By version of the dataset, the newest first: runs of different versions never meet. */
export function byVersion(all: readonly Candidate[]): VersionGroup[] {
  const versions = [...new Set(all.map(({ dataset_version: version }) => version))].sort(
    (one, other) => (other ?? 0) - (one ?? 0),
  );
  return versions.map((version) => ({ version, items: all.filter((one) => one.dataset_version === version) }));
}

/** "3 runs with 7 columns". */
export function chosenWords(chosen: readonly string[], all: readonly Candidate[]): string {
  const columns = all
    .filter(({ run }) => chosen.includes(run))
    .reduce((sum, { columns: some }) => sum + some.length, 0);
  return `${countOf(chosen.length, "run")} with ${countOf(columns, "column")}`;
}

/** What the server refused: the runs one by one where it says so. */
export function refusals(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ["Something went wrong. Try again in a moment."];
  const reasons = error.details["reasons"];
  const sentences = Array.isArray(reasons)
    ? (reasons as Partial<Unequal>[]).flatMap(({ sentence }) => (typeof sentence === "string" ? [sentence] : []))
    : [];
  return sentences.length > 0 ? sentences : [error.message];
}
