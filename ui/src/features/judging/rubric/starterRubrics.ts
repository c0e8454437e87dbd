/** Example rubrics to start from. */
import { newCriterion, type RubricForm } from "./rubricForm";

export interface Starter {
  key: string;
  title: string;
  about: string;
  name: string;
  criteria: readonly { name: string; description: string; weight: string; levels: Record<string, string> }[];
}

export const STARTERS: readonly Starter[] = [
  {
    key: "support",
    title: "Customer support",
    about: "Solves the problem, kindly and briefly",
    name: "Support quality",
    criteria: [
      {
        name: "Helpfulness",
        description: "Gives a solution that the customer can act on at once, with every step that is needed.",
        weight: "0.35",
        levels: {
          0: "Does not address the question",
          3: "Points the right way, but steps are missing",
          5: "Solves it, step by step",
        },
      },
      {
        name: "Empathy",
        description: "Acknowledges what the customer feels and keeps a warm, respectful tone.",
        weight: "0.25",
        levels: { 0: "Cold or blaming", 3: "Polite", 5: "The customer feels understood" },
      },
      {
        name: "Accuracy",
        description: "Everything stated is correct; nothing about the product is made up.",
        weight: "0.25",
        levels: { 0: "A statement that harms is wrong", 3: "Small slips", 5: "All correct" },
      },
      {
        name: "Conciseness",
        description: "Clear and brief: no repetition, no phrases that say nothing.",
        weight: "0.15",
        levels: { 0: "Rambling", 3: "Longer than it has to be", 5: "Not one sentence too many" },
      },
    ],
  },
  {
    key: "extraction",
    title: "Extraction",
    about: "All values found, nothing made up",
    name: "Extraction quality",
    criteria: [
      {
        name: "Correctness",
        description: "Every value that was extracted is what the source says, with the right unit and format.",
        weight: "0.4",
        levels: { 0: "Most values are wrong", 3: "One value is wrong", 5: "All values are right" },
      },
      {
        name: "Completeness",
        description: "All fields that the source holds were found; none was left out.",
        weight: "0.3",
        levels: { 0: "Most fields are missing", 3: "One field is missing", 5: "Nothing is missing" },
      },
      {
        name: "No invention",
        description: "What the source does not say is left empty; nothing was guessed.",
        weight: "0.3",
        levels: { 0: "Several invented values", 3: "One guess", 5: "Nothing invented" },
      },
    ],
  },
  {
    key: "summary",
    title: "Summarising",
    about: "True to the source, and short",
    name: "Summary quality",
    criteria: [
      {
        name: "Faithfulness",
        description: "Every statement of the summary is supported by the source.",
        weight: "0.4",
        levels: { 0: "Contradicts the source", 3: "One statement is not supported", 5: "All is supported" },
      },
      {
        name: "Coverage",
        description: "The main points of the source are there; a reader would not miss one.",
        weight: "0.35",
        levels: { 0: "Misses the point", 3: "One main point is missing", 5: "All main points" },
      },
      {
        name: "Brevity",
        description: "As short as the source allows, in whole and readable sentences.",
        weight: "0.25",
        levels: { 0: "As long as the source", 3: "Could be a third shorter", 5: "Nothing can go" },
      },
    ],
  },
  {
    key: "writing",
    title: "Writing",
    about: "Style, structure and following the brief",
    name: "Writing quality",
    criteria: [
      {
        name: "Follows the brief",
        description: "Topic, audience, length and form are what was asked for.",
        weight: "0.4",
        levels: {
          0: "Another text than was asked for",
          3: "One instruction is not followed",
          5: "Every instruction is followed",
        },
      },
      {
        name: "Structure",
        description: "One thought leads to the next; beginning and end do their work.",
        weight: "0.2",
        levels: { 0: "No order", 3: "Can be followed", 5: "Carries the reader" },
      },
      {
        name: "Style",
        description: "Plain, lively and exact language in the tone that was asked for.",
        weight: "0.25",
        levels: { 0: "Clumsy or full of phrases", 3: "Correct but flat", 5: "A pleasure to read" },
      },
      {
        name: "Language",
        description: "Grammar, spelling and punctuation are correct.",
        weight: "0.15",
        levels: { 0: "Errors in most sentences", 3: "A few errors", 5: "No errors" },
      },
    ],
  },
];

export function formOfStarter({ name, criteria }: Starter): RubricForm {
  return { name, criteria: criteria.map((one) => newCriterion(one)) };
}
