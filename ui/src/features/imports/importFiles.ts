/** The chosen files, read so that they can be sent as JSON. */
import type { Sent } from "@/api/types";
import { guessTool, type ToolKind } from "./importTools";

export const MOST_FILES = 200;

const SAMPLE = 20_000;
/** The names of an archive's files are at its end. */
const ARCHIVE_END = 65_536;

export interface ChosenFile {
  path: string;
  size: number;
  sample: string;
  body: Sent<"preview_import">["files"][number];
}

export interface ReadFiles {
  files: ChosenFile[];
  /** Names of what could not be read, such as folders. */
  unread: string[];
}

export async function readFiles(chosen: readonly File[]): Promise<ReadFiles> {
  const found: ReadFiles = { files: [], unread: [] };
  for (const file of chosen) {
    try {
      found.files.push(await readFile(file));
    } catch {
      found.unread.push(file.name);
    }
  }
  return found;
}

async function readFile(file: File): Promise<ChosenFile> {
  const path = file.webkitRelativePath || file.name;
  const bytes = await file.arrayBuffer();
  const known = { path, size: file.size };
  if (!/\.zip$/i.test(path)) {
    const text = textOf(bytes);
    if (text !== null) return { ...known, sample: text.slice(0, SAMPLE), body: { path, text } };
  }
  const sample = new TextDecoder("latin1").decode(bytes.slice(-ARCHIVE_END));
  return { ...known, sample, body: { path, base64: await base64Of(file) } };
}

/** Null: not text in UTF-8. */
function textOf(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = reader.result;
      resolve(typeof url === "string" ? (url.split(",")[1] ?? "") : "");
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")));
    reader.readAsDataURL(file);
  });
}

/** A file that is dropped again replaces the earlier one of its name. */
export function withFiles(known: readonly ChosenFile[], added: readonly ChosenFile[]): ChosenFile[] {
  const again = new Set(added.map(({ path }) => path));
  const last = new Map(added.map((file) => [file.path, file]));
  return [...known.filter(({ path }) => !again.has(path)), ...last.values()];
}

/** The tool of these files, or the current one if any tool can have written them. */
export function toolOf(files: readonly ChosenFile[], current: ToolKind): ToolKind {
  return guessTool(files) ?? current;
}
