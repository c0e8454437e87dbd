/** A scorer's JSON schema as fields to fill in. Pure: the drawing is elsewhere. */

export type SpecValues = Record<string, unknown>;

type FieldKind = "text" | "code" | "number" | "boolean" | "choice" | "texts" | "json" | "prompt" | "model" | "judge";

export interface SpecField {
  name: string;
  label: string;
  hint: string;
  kind: FieldKind;
  required: boolean;
  /** Whether nothing is an answer too. */
  nullable: boolean;
  fallback: unknown;
  choices: readonly string[];
  min: number | undefined;
  max: number | undefined;
  whole: boolean;
  /** Of a field that names a model: what the model is for. */
  role: ModelRole;
}

export interface ModelRole {
  label: string;
  /** Searched for until something else is typed: part of the names of such models. */
  usual: string;
}

const GRADES: ModelRole = { label: "Model of the grader", usual: "" };

/** Kinds of scorers that need a model of a special kind. */
const ROLES: Readonly<Record<string, ModelRole>> = {
  semantic_similarity: { label: "Embedding model", usual: "embed" },
  moderation: { label: "Moderation model", usual: "moderation" },
};

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  title?: string;
  description?: string;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Asked first; the rest is for those who want it otherwise. */
const RARE = new Set(["part", "name", "parameters", "version"]);

/** Set by Edison itself: exams of judges, and the columns that a pairwise judge compares. */
const NOT_ASKED = new Set(["exam", "cells", "skips", "a", "b"]);

export function fieldsOf(schema: Record<string, unknown>): { usual: SpecField[]; rare: SpecField[] } {
  const { properties = {}, required = [] } = schema as JsonSchema;
  const role = ROLES[String(properties["kind"]?.const)] ?? GRADES;
  const fields = Object.entries(properties)
    .filter(([name, rule]) => rule.const === undefined && !(properties["judge"] && NOT_ASKED.has(name)))
    .map(([name, rule]) => readField(name, rule, required.includes(name), role))
    .map((field) =>
      field.kind === "judge"
        ? { ...field, choices: properties["a"] ? ["pairwise"] : ["pointwise", "free_text"] }
        : field,
    );
  return {
    usual: fields.filter(({ name, required: must }) => must || !RARE.has(name)),
    rare: fields.filter(({ name, required: must }) => !must && RARE.has(name)),
  };
}

function readField(name: string, rule: JsonSchema, required: boolean, role: ModelRole): SpecField {
  const plain = rule.anyOf?.find((option) => option.type !== "null") ?? rule;
  const nullable = rule.anyOf?.some((option) => option.type === "null") ?? false;
  return {
    name,
    label: rule.title ?? name,
    hint: rule.description ?? "",
    kind: kindOf(name, plain),
    required,
    nullable,
    fallback: rule.default,
    choices: (plain.enum ?? []).map(String),
    min: plain.minimum,
    max: plain.maximum,
    whole: plain.type === "integer",
    role,
  };
}

function kindOf(name: string, rule: JsonSchema): FieldKind {
  if (rule.format === "uuid") return name === "model" || name === "judge" ? name : "prompt";
  if (rule.enum) return "choice";
  if (rule.type === "boolean") return "boolean";
  if (rule.type === "number" || rule.type === "integer") return "number";
  if (rule.type === "string") return name === "code" ? "code" : "text";
  if (rule.type === "array" && rule.items?.type === "string") return "texts";
  return "json";
}

/** What stands in a field: what was chosen, or what the schema says. */
export function valueOf(field: SpecField, values: SpecValues): unknown {
  return values[field.name] ?? field.fallback ?? null;
}

/** Put a value in, or take the field out again so that the schema's own value counts. */
export function withValue(values: SpecValues, name: string, value: unknown): SpecValues {
  const { [name]: _, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** What differs from the schema's own values, in a few words. */
export function specSummary(schema: Record<string, unknown>, values: SpecValues): string {
  const { usual, rare } = fieldsOf(schema);
  return [...usual, ...rare]
    .filter(({ name, kind }) => values[name] !== undefined && kind !== "prompt" && kind !== "model" && kind !== "judge")
    .map(({ label, name, kind }) =>
      kind === "boolean" ? (values[name] ? label : `not: ${label}`) : `${label}: ${shortly(values[name])}`,
    )
    .join(" · ");
}

function shortly(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** What the server would refuse, as far as the schema tells. */
export function specProblems(schema: Record<string, unknown>, values: SpecValues): Record<string, string> {
  const problems: Record<string, string> = {};
  const { usual, rare } = fieldsOf(schema);
  for (const { name, kind, required, min, max, whole } of [...usual, ...rare]) {
    const value = values[name];
    if (required && (value === undefined || value === ""))
      problems[name] =
        kind === "prompt" || kind === "model" || kind === "judge" ? "Choose one" : "This field is required";
    if (typeof value === "string" && kind === "json") problems[name] = "This is not JSON";
    if (kind !== "number" || value === undefined || value === null) continue;
    if (typeof value !== "number" || !Number.isFinite(value)) problems[name] = "Enter a number";
    else if (min !== undefined && value < min) problems[name] = `At least ${min}`;
    else if (max !== undefined && value > max) problems[name] = `At most ${max}`;
    else if (whole && !Number.isInteger(value)) problems[name] = "Enter a whole number";
  }
  return problems;
}
