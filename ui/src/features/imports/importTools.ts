/** The tools whose files can be imported, and which of them wrote a file. Pure. */
import type { Sent } from "@/api/types";

export type ToolKind = Sent<"preview_import">["kind"];

export const TOOLS: readonly { kind: ToolKind; label: string; hint: string }[] = [
  {
    kind: "promptfoo",
    label: "promptfoo",
    hint: "promptfooconfig.yaml and the files that it refers to, or a zip of their folder.",
  },
  {
    kind: "openai",
    label: "OpenAI Evals and prompts",
    hint: "The JSON of evals, of their runs and data files, and of reusable prompts.",
  },
  { kind: "langfuse", label: "Langfuse", hint: "Exported prompts and datasets as JSON, JSONL or CSV." },
  { kind: "langsmith", label: "LangSmith", hint: "Exported prompts and datasets as JSON, JSONL or CSV." },
  { kind: "braintrust", label: "Braintrust", hint: "Exported prompts and datasets as JSON, JSONL or CSV." },
  { kind: "phoenix", label: "Arize Phoenix", hint: "Exported prompts and datasets as JSON, JSONL or CSV." },
  {
    kind: "rows",
    label: "Rows of any tool",
    hint: "CSV, JSON or JSONL with one case in each row, such as a dataset of Hugging Face.",
  },
];

/** What is read of a file to recognize its tool: its beginning, or the names in an archive. */
export interface FileSample {
  path: string;
  sample: string;
}

const CONFIG_NAME = /(^|\/)promptfooconfig\.(ya?ml|json)$/i;
const DATA_FILE = /\.(jsonl?|ndjson|csv)$/i;

/** In this order: rows of Langfuse have names that other exports have too. */
const SIGNS: readonly { kind: ToolKind; sign: RegExp }[] = [
  { kind: "openai", sign: /"object":\s*"(eval|eval\.run|prompt)"|"pmpt_|"testing_criteria"/ },
  { kind: "braintrust", sign: /"?\b(_xact_id|_pagination_key|root_span_id)\b/ },
  { kind: "langfuse", sign: /\b(datasetId|datasetName|sourceObservationId|sourceTraceId|expectedOutput)\b/ },
  { kind: "langsmith", sign: /\b(source_run_id|reference_outputs)\b/ },
  { kind: "phoenix", sign: /\bexample_id\b|"dataset_id"[^]*"version_id"[^]*"examples"/ },
];

/** Null: any tool can have written these files. */
export function guessTool(files: readonly FileSample[]): ToolKind | null {
  if (files.some(isPromptfoo)) return "promptfoo";
  for (const { kind, sign } of SIGNS) if (files.some(({ sample }) => sign.test(sample))) return kind;
  return files.some(({ path }) => DATA_FILE.test(path)) ? "rows" : null;
}

function isPromptfoo({ path, sample }: FileSample): boolean {
  if (CONFIG_NAME.test(path)) return true;
  if (/\.zip$/i.test(path)) return /promptfooconfig\.(ya?ml|json)/i.test(sample);
  if (/\.ya?ml$/i.test(path)) return /^prompts:/m.test(sample) && /^(providers|targets|tests):/m.test(sample);
  return false;
}
