/** The form of a case: what stands in it, what is wrong with it, and the content it makes. Pure. */
import type { CaseContent, CaseValue, Split } from "@/api/types";

export interface ValueField {
  name: string;
  value: CaseValue;
  /** A column of the dataset: it is left out when it stays empty, and cannot be renamed. */
  known: boolean;
  /** It was in the case before: emptied, it is kept as an empty text. */
  was: boolean;
}

export interface CaseValues {
  fields: ValueField[];
  expected: string;
  tags: string[];
  difficulty: number | null;
  split: Split;
  metadata: string;
}

export type CaseProblems = Partial<
  Record<"form" | "expected" | "metadata" | `name.${number}` | `value.${number}`, string>
>;

const EMPTY: CaseContent = { values: {}, expected: null, tags: [], difficulty: null, metadata: {}, split: "none" };
const NAME_AT_MOST = 100;

export function valuesOf(columns: readonly string[], content: CaseContent = EMPTY): CaseValues {
  const names = [...new Set([...columns, ...Object.keys(content.values)])];
  const fields = names.map((name) => ({
    name,
    value: content.values[name] ?? "",
    known: true,
    was: name in content.values,
  }));
  return {
    fields: fields.length > 0 ? fields : [newField()],
    expected: content.expected ?? "",
    tags: [...content.tags],
    difficulty: content.difficulty,
    split: content.split,
    metadata: Object.keys(content.metadata).length > 0 ? JSON.stringify(content.metadata, null, 2) : "",
  };
}

export function newField(): ValueField {
  return { name: "", value: "", known: false, was: false };
}

function isEmpty({ value }: ValueField): boolean {
  return value === "";
}

export function caseProblems(values: CaseValues): CaseProblems {
  const problems: CaseProblems = {};
  const seen = new Set<string>();
  values.fields.forEach((field, index) => {
    const name = field.name.trim();
    if (!field.known && !name && !isEmpty(field)) problems[`name.${index}`] = "Name is required";
    else if (name.length > NAME_AT_MOST) problems[`name.${index}`] = `At most ${NAME_AT_MOST} characters`;
    else if (name && seen.has(name)) problems[`name.${index}`] = "Another variable has this name";
    if (name) seen.add(name);
  });
  if (Object.keys(toContentValues(values.fields)).length === 0 && Object.keys(problems).length === 0) {
    problems["value.0"] = "A case needs at least one value";
  }
  if (readMetadata(values.metadata) === null)
    problems.metadata = 'Metadata must be a JSON object, such as {"source": "ticket 12"}';
  return problems;
}

function toContentValues(fields: readonly ValueField[]): CaseContent["values"] {
  const wanted = fields.filter((field) => field.name.trim() !== "" && (field.was || !isEmpty(field)));
  return Object.fromEntries(wanted.map((field) => [field.name.trim(), field.value]));
}

/** Null when it is not an object. */
function readMetadata(text: string): CaseContent["metadata"] | null {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as CaseContent["metadata"]) : null;
  } catch {
    return null;
  }
}

export function toContent(values: CaseValues): CaseContent {
  return {
    values: toContentValues(values.fields),
    expected: values.expected === "" ? null : values.expected,
    tags: values.tags,
    difficulty: values.difficulty,
    split: values.split,
    metadata: readMetadata(values.metadata) ?? {},
  };
}

/** Where the server's problem belongs: `cases.0.values.question` is the field of that name. */
export function placeOf(values: CaseValues, path: string): keyof CaseProblems {
  const part = path.replace(/^cases\.\d+\./, "");
  if (part === "expected" || part === "metadata") return part;
  const name = /^values\.(.+?)(?:\.messages.*)?$/.exec(part)?.[1];
  const index = values.fields.findIndex((field) => field.name.trim() === name);
  return index >= 0 ? `value.${index}` : "form";
}

/** The tags that a text holds: by comma or line, trimmed, each once, after those that are there. */
export function withTags(tags: readonly string[], text: string): string[] {
  return [
    ...new Set([
      ...tags,
      ...text
        .split(/[,\n;]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    ]),
  ];
}
