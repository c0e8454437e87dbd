/** What the report of an import says in sums and sentences. Pure. */
import type { Answer } from "@/api/types";
import { countOf } from "@/shared/format/quantities";

export type ImportReport = Answer<"preview_import", 200>;
export type AppliedImport = Answer<"apply_import", 201>;
export type ReportEntry = ImportReport["entries"][number];
export type ModelChoice = ImportReport["models"][number];
export type Fidelity = ReportEntry["fidelity"];
export type Counts = Record<Fidelity, number>;

export const PART_NAMES: Record<ReportEntry["part"], string> = {
  prompt: "Prompts",
  model: "Models",
  case: "Cases",
  assertion: "Assertions",
  option: "Settings",
  scorer: "Scorers",
  run: "Runs",
  dataset: "Datasets",
  variable: "Variables",
};

export const USE_NAMES: Record<ModelChoice["use"], string> = {
  target: "Answers the cases",
  grader: "Grades the answers",
  embedding: "Compares meanings",
  moderation: "Checks for harmful content",
};

export function partName(part: string): string {
  return PART_NAMES[part as ReportEntry["part"]] ?? part;
}

/** A scorer without a name of its own is called after its kind, such as `case_checks`. */
export function scorerName(name: string): string {
  return /^[a-z]+(_[a-z]+)*$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ") : name;
}

export function totalsOf({ counts }: Pick<ImportReport, "counts">): Counts {
  const sum = (name: Fidelity) => counts.reduce((total, each) => total + each[name], 0);
  return { mapped: sum("mapped"), approximated: sum("approximated"), skipped: sum("skipped") };
}

/** Entries that are not the same in Edison, and how many more there are than the report lists. */
export function inexactOf(report: Pick<ImportReport, "counts" | "entries">): {
  entries: ReportEntry[];
  unlisted: number;
} {
  const entries = report.entries.filter(({ fidelity }) => fidelity !== "mapped");
  const { approximated, skipped } = totalsOf(report);
  const listed = entries.reduce((total, { count }) => total + count, 0);
  return { entries, unlisted: Math.max(0, approximated + skipped - listed) };
}

/** A model has one row, although several parts of the files can use it for several things. */
export function modelRows(models: readonly ModelChoice[]): { choice: ModelChoice; uses: ModelChoice["use"][] }[] {
  const rows = new Map<string, { choice: ModelChoice; uses: ModelChoice["use"][] }>();
  for (const choice of models) {
    const row = rows.get(choice.source);
    if (!row) rows.set(choice.source, { choice, uses: [choice.use] });
    else if (!row.uses.includes(choice.use)) row.uses.push(choice.use);
  }
  return [...rows.values()];
}

/** Why there will be no suite; null: there will be one. `chosen` holds the sources that a person chose a model for. */
export function whyNoSuite(
  { prompts, datasets, scorers, models }: Pick<ImportReport, "prompts" | "datasets" | "scorers" | "models">,
  chosen: ReadonlySet<string>,
): string | null {
  if (!prompts.some(({ grader }) => !grader)) return "The files have no prompt to run, so no suite is created.";
  if (datasets.length === 0) return "The files have no cases, so no suite is created.";
  if (scorers.length === 0) return "The files have no assertions or scorers, so no suite is created.";
  const targets = models.filter(({ use }) => use === "target");
  if (targets.length === 0) return "The files name no model that answers the cases, so no suite is created.";
  if (!targets.some(({ source, model }) => model !== null || chosen.has(source)))
    return "Choose a model that answers the cases. Without one, no suite is created.";
  return null;
}

/** What is lost because models are not chosen yet. */
export function missingModels(models: readonly ModelChoice[], chosen: ReadonlySet<string>): string | null {
  const open = modelRows(models).filter(({ choice }) => choice.model === null && !chosen.has(choice.source));
  if (open.length === 0) return null;
  return `${countOf(open.length, "model")} not chosen. Targets and scorers without a model are left out.`;
}

/** The file that an error of the API is about: it begins its sentences with the path. */
export function fileOfProblem(message: string, paths: readonly string[]): string | null {
  const named = paths.filter((path) => message.includes(path));
  return named.sort((a, b) => b.length - a.length)[0] ?? null;
}
