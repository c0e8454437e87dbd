/** What a person is about to say, and what each key does to it. Pure. */
import type { AnnotationQueue, Criterion, SaidBody } from "@/api/types";
import { HELP, type Shortcut } from "@/shared/keys/shortcutRegistry";

export type Question = Pick<AnnotationQueue, "ask" | "criteria">;

export interface Draft {
  good: boolean | null;
  stars: number | null;
  criteria: Record<string, number>;
  /** The criterion whose turn it is. */
  at: number;
  /** Digits so far, on scales that need more than one. */
  typed: string;
  note: string;
}

export const EMPTY_DRAFT: Draft = { good: null, stars: null, criteria: {}, at: 0, typed: "", note: "" };

export type Wish = "send" | "skip" | "note" | "undo" | "help";

export interface Pressed {
  draft: Draft;
  wish: Wish | null;
}

/** On these scales a value is one digit. */
function isShort(criterion: Criterion): boolean {
  return criterion.scale < 10;
}

export function isComplete({ ask, criteria }: Question, draft: Draft): boolean {
  if (ask === "thumbs") return draft.good !== null;
  if (ask === "stars") return draft.stars !== null;
  return criteria.every(({ name }) => draft.criteria[name] !== undefined);
}

/** The next criterion without a value, first those below. */
function nextOpen(criteria: readonly Criterion[], given: Record<string, number>, from: number): number {
  const order = criteria.map((_, place) => (from + 1 + place) % criteria.length);
  return order.find((place) => given[criteria[place]?.name ?? ""] === undefined) ?? from;
}

export function withCriterion(draft: Draft, criteria: readonly Criterion[], place: number, value: number): Draft {
  const criterion = criteria[place];
  if (!criterion) return draft;
  const given = { ...draft.criteria, [criterion.name]: value };
  return { ...draft, criteria: given, at: nextOpen(criteria, given, place), typed: "" };
}

export function press(question: Question, draft: Draft, key: string): Pressed {
  const wish = wishOf(question, key);
  if (wish) return { draft, wish };
  if (key === "Enter") return entered(question, draft);
  if (question.ask === "thumbs") {
    if (key === "y" || key === "n") return { draft: { ...draft, good: key === "y" }, wish: null };
  } else if (question.ask === "stars") {
    if (/^[1-5]$/.test(key)) return { draft: { ...draft, stars: Number(key) }, wish: null };
  } else {
    return { draft: typeCriterion(question.criteria, draft, key), wish: null };
  }
  return { draft, wish: null };
}

function wishOf({ ask }: Question, key: string): Wish | null {
  if (key === "s") return "skip";
  if (key === "u") return "undo";
  if (key === "?") return "help";
  // Where N means bad, M alone opens the note.
  if (key === "m" || (key === "n" && ask !== "thumbs")) return "note";
  return null;
}

function entered(question: Question, draft: Draft): Pressed {
  const settled = { ...draft, typed: "" };
  if (isComplete(question, draft)) return { draft: settled, wish: "send" };
  // A criterion without a value keeps its turn.
  const given = draft.criteria[question.criteria[draft.at]?.name ?? ""] !== undefined;
  return {
    draft: given ? { ...settled, at: nextOpen(question.criteria, draft.criteria, draft.at) } : settled,
    wish: null,
  };
}

function typeCriterion(criteria: readonly Criterion[], draft: Draft, key: string): Draft {
  const criterion = criteria[draft.at];
  if (!criterion) return draft;
  if (key === "ArrowDown" || key === "ArrowUp") {
    const step = key === "ArrowDown" ? 1 : -1;
    return { ...draft, at: Math.min(criteria.length - 1, Math.max(0, draft.at + step)), typed: "" };
  }
  if (key === "Backspace") return withTyped(draft, criterion, draft.typed.slice(0, -1));
  if (!/^\d$/.test(key)) return draft;
  if (isShort(criterion))
    return Number(key) <= criterion.scale ? withCriterion(draft, criteria, draft.at, Number(key)) : draft;
  const longer = draft.typed + key;
  // One digit too many starts a new number.
  return withTyped(draft, criterion, Number(longer) <= criterion.scale ? longer : key);
}

function withTyped(draft: Draft, criterion: Criterion, typed: string): Draft {
  const given = { ...draft.criteria };
  if (typed === "") delete given[criterion.name];
  else given[criterion.name] = Number(typed);
  return { ...draft, criteria: given, typed };
}

export function saidOf({ ask }: Question, draft: Draft): SaidBody {
  const note = draft.note.trim();
  if (ask === "thumbs") return { good: draft.good, note };
  if (ask === "stars") return { stars: draft.stars, note };
  return { criteria: draft.criteria, note };
}

export function keyHints({ ask, criteria }: Question): Shortcut[] {
  const answers: Shortcut[] =
    ask === "thumbs"
      ? [
          { keys: ["Y"], text: "Good" },
          { keys: ["N"], text: "Bad" },
        ]
      : ask === "stars"
        ? [{ keys: ["1", "…", "5"], text: "Stars", either: true }]
        : [
            {
              keys: ["0", "…", "9"],
              either: true,
              text: criteria.every(isShort)
                ? "Set the value of the criterion and go to the next one"
                : "Set the value of the criterion; Enter goes to the next one",
            },
            { keys: ["↑", "↓"], text: "Move to another criterion", either: true },
          ];
  return [
    ...answers,
    { keys: ["↵"], text: "Save and show the next answer" },
    { keys: ["S"], text: "Skip this answer without a label" },
    { keys: [ask === "thumbs" ? "M" : "N"], text: "Write a note; Esc leaves the note field" },
    { keys: ["U"], text: "Go back to the last answer" },
    HELP,
  ];
}
