/** Answers of assistants come from models: read what fits, and nothing else. Pure. */
import { z } from "zod";

const options = z.object({ options: z.array(z.object({ title: z.string(), text: z.string() })) });
const text = z.object({ text: z.string(), changes: z.array(z.string()).or(z.string()).nullish() });
const criteria = z.object({
  criteria: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      weight: z.number(),
      scale: z.number(),
      levels: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
const prompts = z.object({
  prompts: z.array(
    z.object({ name: z.string(), text: z.string(), system: z.string().nullish(), rationale: z.string().nullish() }),
  ),
});
const output = z.object({ output: z.string() });
const cases = z.object({
  cases: z.array(
    z.object({
      values: z.record(z.string(), z.string()),
      expected: z.string().nullish(),
      tags: z.array(z.string()).default([]),
      difficulty: z.number().int().nullish(),
    }),
  ),
  asked: z.number().nullish(),
  made: z.number().nullish(),
  duplicates: z.number().nullish(),
  diversity: z.number().nullish(),
  sentence: z.string().nullish(),
});
const judged = z.object({
  scores: z.record(z.string(), z.number()),
  reasons: z.record(z.string(), z.string()).default({}),
});

const explanation = z.object({ cause: z.string(), suggestion: z.string() });

export type WrittenCriterion = z.infer<typeof criteria>["criteria"][number];
export type WrittenCases = z.infer<typeof cases>;

const reader =
  <Kind>(kind: z.ZodType<Kind>) =>
  (result: unknown): Kind | null => {
    const read = kind.safeParse(result);
    return read.success ? read.data : null;
  };

export const readOptions = reader(options);
export const readText = reader(text);
export const readCriteria = reader(criteria);
export const readPrompts = reader(prompts);
export const readOutput = reader(output);
export const readCases = reader(cases);
export const readJudged = reader(judged);
export const readExplanation = reader(explanation);

export function changesOf(changes: string | string[] | null | undefined): string[] {
  return changes === null || changes === undefined
    ? []
    : typeof changes === "string"
      ? changes
        ? [changes]
        : []
      : changes;
}
