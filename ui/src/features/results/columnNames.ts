/** What the columns of a run are called in figures: short where one word tells them apart. Pure. */
import type { ColumnResult } from "@/api/types";

type Named = Pick<ColumnResult, "column" | "model_name" | "prompt_name" | "version">;

/** The model, and the version where models repeat or versions differ. */
export function columnWords(column: Named, all: readonly Named[]): string {
  const models = new Set(all.map(({ model_name: name }) => name)).size;
  const versions = new Set(all.map(({ prompt_name: name, version }) => `${name} ${version}`)).size;
  const prompts = new Set(all.map(({ prompt_name: name }) => name)).size;
  // The name of an application includes its version, and it has no model.
  if (column.version === 0) return column.prompt_name;
  const version = `${prompts > 1 ? `${column.prompt_name} ` : ""}v${column.version}`;
  const words = versions === 1 ? column.model_name : models === 1 ? version : `${column.model_name} · ${version}`;
  // Columns that differ only in parameters: the number tells them apart.
  const same = all.filter(
    (other) =>
      other.model_name === column.model_name &&
      other.prompt_name === column.prompt_name &&
      other.version === column.version,
  );
  return same.length > 1 ? `${words} · ${column.column + 1}` : words;
}

export function nameOf(number: number, all: readonly Named[]): string {
  const found = all.find(({ column }) => column === number);
  return found ? columnWords(found, all) : `Column ${number + 1}`;
}
