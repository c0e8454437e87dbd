/** The form of a new queue and the body of its request. Pure. */
import type { AnnotationBody } from "@/api/types";
import type { Ask, Pick } from "../annotationPhrasing";

export interface QueueForm {
  run: string | null;
  name: string;
  instructions: string;
  ask: Ask;
  rubric: string | null;
  people: number;
  pick: Pick;
  /** As it was typed; empty is no limit. */
  count: string;
  below: string;
  /** Null: all columns. */
  columns: readonly number[] | null;
  unmarked: boolean;
}

export const NEW_QUEUE: QueueForm = {
  run: null,
  name: "",
  instructions: "",
  ask: "thumbs",
  rubric: null,
  people: 1,
  pick: "random",
  count: "50",
  below: "0.5",
  columns: null,
  unmarked: false,
};

const MOST_ITEMS = 5_000;

export type Problems = Partial<Record<"run" | "name" | "rubric" | "count" | "below" | "columns", string>>;

export function problemsIn(form: QueueForm): Problems {
  const found: Problems = {};
  if (!form.run) found.run = "Choose a run";
  if (!form.name.trim()) found.name = "Name is required";
  if (form.ask === "rubric" && !form.rubric) found.rubric = "Choose a rubric";
  if (form.count.trim() !== "" || form.pick === "random") {
    const count = Number(form.count);
    if (!Number.isInteger(count) || count < 1 || count > MOST_ITEMS)
      found.count = `A whole number from 1 to ${MOST_ITEMS.toLocaleString("en")}`;
  }
  if (form.pick === "low") {
    const below = Number(form.below);
    if (form.below.trim() === "" || !Number.isFinite(below) || below < 0 || below > 1)
      found.below = "A number from 0 to 1";
  }
  if (form.columns?.length === 0) found.columns = "Choose at least one column";
  return found;
}

export function bodyOf(form: QueueForm): AnnotationBody {
  return {
    run: form.run ?? "",
    name: form.name.trim(),
    instructions: form.instructions.trim(),
    ask: form.ask,
    rubric: form.ask === "rubric" ? form.rubric : null,
    people_per_item: form.people,
    cells: {
      pick: form.pick,
      count: form.count.trim() === "" ? null : Number(form.count),
      below: form.pick === "low" ? Number(form.below) : 0.5,
      columns: form.columns === null ? null : [...form.columns],
      unmarked: form.unmarked,
    },
  } as AnnotationBody;
}

/** How many labels that is at most: what people are asked for. */
export function labelsAsked(answers: number, form: QueueForm): number {
  const count = form.count.trim() === "" ? answers : Math.min(answers, Number(form.count) || 0);
  return count * form.people;
}
