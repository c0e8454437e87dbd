/** The form of a generation: what is asked of the model, and what is missing before it can be asked. Pure. */
import type { Dataset } from "@/api/types";
import type { GenerationWish, Level } from "./types";

export const KNOWN_TYPES = [
  "logic",
  "math",
  "coding",
  "reasoning",
  "knowledge",
  "language",
  "writing",
  "instructions",
  "safety",
] as const;
export const MOST_TYPES = 10;
export const MOST_INSTRUCTIONS = 4_000;
export const MOST_TOPIC = 200;
export const MOST_QUESTIONS = 500;
export const MOST_LIKE = 20;
/** What a question is called where no dataset says otherwise. */
export const PLAIN_VARIABLE = "question";

export const LEVELS: readonly Level[] = ["mixed", "easy", "medium", "hard"];
export const LEVEL_NAMES: Record<Level, string> = { mixed: "Mixed", easy: "Easy", medium: "Medium", hard: "Hard" };

export interface GenerationForm {
  instructions: string;
  types: readonly string[];
  topic: string;
  level: Level;
  /** As typed. */
  count: string;
  kind: "synthetic" | "adversarial";
  diversity: number;
  /** As typed, separated by commas. */
  languages: string;
  variables: readonly string[];
}

export const EMPTY_FORM: GenerationForm = {
  instructions: "",
  types: [],
  topic: "",
  level: "mixed",
  count: "10",
  kind: "synthetic",
  diversity: 7,
  languages: "",
  variables: [PLAIN_VARIABLE],
};

export interface GenerationProblems {
  about?: string;
  count?: string;
  variables?: string;
}

export function generationProblems(form: GenerationForm, like: readonly string[]): GenerationProblems {
  const count = Number(form.count);
  const silent = !form.instructions.trim() && !form.topic.trim() && form.types.length === 0 && like.length === 0;
  return {
    ...(silent ? { about: "Describe the questions: enter an instruction, a topic or a type" } : {}),
    ...(form.count.trim() === "" || !Number.isInteger(count) || count < 1 || count > MOST_QUESTIONS
      ? { count: `A whole number from 1 to ${MOST_QUESTIONS}` }
      : {}),
    ...(form.variables.length === 0 ? { variables: "Add at least one variable" } : {}),
  };
}

/** What the server is asked; `into` is the dataset that the questions are for, if there is one. */
export function toWish(
  form: GenerationForm,
  into: Pick<Dataset, "id" | "columns"> | null,
  like: readonly string[],
): GenerationWish {
  const columns = into && into.columns.length > 0 ? into.columns : form.variables;
  return {
    instructions: form.instructions.trim(),
    types: [...form.types],
    topic: form.topic.trim(),
    difficulty: form.level,
    count: Number(form.count),
    kind: form.kind,
    diversity: form.diversity,
    languages: form.languages
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean)
      .slice(0, 10),
    variables: [...columns],
    ...(into ? { dataset: into.id } : {}),
    ...(into && like.length > 0 ? { like: [...like] } : {}),
  };
}

/** A type that was added or taken away; as many as the server takes, each once. */
export function toggledType(types: readonly string[], type: string): string[] {
  const word = type.trim().toLowerCase().slice(0, 50);
  if (types.includes(word)) return types.filter((one) => one !== word);
  return word && types.length < MOST_TYPES ? [...types, word] : [...types];
}

const MOST_NAME = 100;

/** A name to begin with; people change it. */
export function suggestedName({ topic, types }: Pick<GenerationForm, "topic" | "types">): string {
  const about = topic.trim() || types.join(", ");
  const name = about ? `${about.charAt(0).toUpperCase()}${about.slice(1)} questions` : "Generated questions";
  return name.slice(0, MOST_NAME);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The cases that an address names. */
export function likeOf(text: string | undefined): string[] {
  return [...new Set((text ?? "").split(",").filter((part) => ID.test(part)))].slice(0, MOST_LIKE);
}
