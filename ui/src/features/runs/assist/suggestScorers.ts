/** Scorers that fit a prompt and its cases, each with the reason. By rules: it costs nothing. Pure. */
import type { DraftValues } from "@/features/prompts";
import type { ScorerPart } from "../form/runForm";

export interface SuggestedScorer {
  kind: string;
  values: ScorerPart["values"];
  reason: string;
  /** Calls a model for every answer. */
  paid: boolean;
}

export interface ScorerFacts {
  /** All texts of the prompt. */
  prompt: string;
  output: DraftValues["output"]["kind"];
  hasTools: boolean;
  /** The expected answers of a sample of the cases; null where a case has none. */
  expected: readonly (string | null)[];
  judges: readonly { id: string; name: string; mode: string; archived: boolean }[];
}

const LIMIT = /\b(?:at most|no more than|maximum of|up to|under|within)\s+(\d{1,4})\s+(word|character)s?\b/i;
const JSON_WORD = /\bJSON\b/;
const PERSONAL = /\b(customer|client|patient|user|e-?mail|address|account|order|invoice)s?\b/i;
const JSON_OUTPUTS: ReadonlySet<string> = new Set(["json", "response_json", "schema"]);
const SHORT_WORDS = 4;
const FEW_LABELS = 12;

export function suggestScorers({ prompt, output, hasTools, expected, judges }: ScorerFacts): SuggestedScorer[] {
  const known = expected.filter((text): text is string => text !== null && text.trim() !== "");
  const json = JSON_OUTPUTS.has(output) || (output === "auto" && JSON_WORD.test(prompt));
  return [
    ...fromExpected(known, expected.length, hasTools),
    ...(json ? [jsonScorer(output)] : []),
    ...fromLimit(prompt),
    ...fromJudges(judges, known),
    ...(PERSONAL.test(prompt)
      ? [
          free(
            "pii",
            {},
            `The prompt is about a ${PERSONAL.exec(prompt)?.[1]?.toLowerCase()}: answers may leak personal data.`,
          ),
        ]
      : []),
  ];
}

function free(kind: string, values: ScorerPart["values"], reason: string): SuggestedScorer {
  return { kind, values, reason, paid: false };
}

function fromExpected(known: readonly string[], all: number, hasTools: boolean): SuggestedScorer[] {
  const [first] = known;
  if (first === undefined) return [];
  const share =
    known.length === all ? `All ${all} cases looked at have` : `${known.length} of ${all} cases looked at have`;
  if (hasTools && known.every(isJson))
    return [free("tool_calls", {}, `The prompt has tools, and ${share.toLowerCase()} an expected call.`)];
  if (known.every(isJson)) return [free("field_match", {}, `${share} a JSON object as the expected answer.`)];
  if (known.every(isNumber)) return [free("numeric_tolerance", {}, `${share} a number as the expected answer.`)];
  const labels = new Set(known.map((text) => text.trim().toLowerCase()));
  const short = known.every((text) => text.trim().split(/\s+/).length <= SHORT_WORDS);
  if (short && labels.size <= FEW_LABELS && labels.size < known.length)
    return [
      free(
        "exact",
        { ignore_case: true },
        `${share} one of ${labels.size} labels as the expected answer, such as “${first.trim()}”.`,
      ),
    ];
  if (short)
    return [
      free(
        "contains",
        {},
        `${share} a short expected answer, such as “${first.trim()}”: an answer may say it in a sentence.`,
      ),
    ];
  return [
    free("embedding_similarity", {}, `${share} a text as the expected answer: the meaning counts, not the words.`),
    free("word_overlap", {}, "Shows which words of the expected answer are missing."),
  ];
}

function jsonScorer(output: ScorerFacts["output"]): SuggestedScorer {
  return free(
    "json_valid",
    {},
    output === "auto" ? "The prompt asks for JSON." : "The output format of the prompt is JSON.",
  );
}

function fromLimit(prompt: string): SuggestedScorer[] {
  const found = LIMIT.exec(prompt);
  if (!found) return [];
  const [words, most, unit] = found;
  return [
    free("length", { unit: `${unit?.toLowerCase()}s`, at_most: Number(most) }, `The prompt sets a limit: “${words}”.`),
  ];
}

function fromJudges(judges: ScorerFacts["judges"], known: readonly string[]): SuggestedScorer[] {
  const fitting = judges.filter(({ mode, archived }) => mode !== "pairwise" && !archived).slice(0, 2);
  const why = known.length === 0 ? "No case has an expected answer" : "Rules cannot measure tone and completeness";
  return fitting.map(({ id, name }) => ({
    kind: "judge",
    values: { judge: id },
    reason: `${why}; ${name} scores each answer by its rubric.`,
    paid: true,
  }));
}

const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text.trim().replaceAll(",", "")));

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
