/** The figures of a passport, each with its interval, on how much it stands, and one plain sentence. Pure. */
import type { Finding, JudgeMode, Passport } from "@/api/types";
import { countOf, formatMoney, formatPercent } from "@/shared/format/quantities";

export type Outcome = Finding["outcome"];
type FigureKind = "agreement" | "consistency" | "swap" | "flips" | "length" | "injection" | "errors" | "cost";

/** Where the figure and its interval lie, for the eye. */
export interface Span {
  from: number;
  to: number;
  value: number;
  low: number;
  high: number;
  /** What a sound judge has. */
  ideal: number;
}

export interface Figure {
  kind: FigureKind;
  title: string;
  /** Null: not measured yet. */
  value: string | null;
  interval: string | null;
  count: string | null;
  outcome: Outcome;
  sentence: string;
  span: Span | null;
}

type Measured = Pick<Figure, "value" | "interval" | "count" | "span"> & { sentence: string };

/** What is measured, for what has no result yet. */
const TITLES: Record<FigureKind, string> = {
  agreement: "Agreement with people",
  consistency: "Same verdict when repeated",
  swap: "Position bias",
  flips: "Different winner when the order changes",
  length: "Preference for longer answers",
  injection: "Instructions in the answer",
  errors: "Without a usable verdict",
  cost: "Cost per verdict",
};

const NOT_YET: Record<FigureKind, string> = {
  agreement: "Not known: people have to label some of the same answers.",
  consistency: "Not known: an exam repeats the same judge calls.",
  swap: "Not known: the judge has not compared answers yet.",
  flips: "Not known: the judge has not compared answers yet.",
  length: "Not known: an exam adds filler text to answers.",
  injection: "Not known: an exam adds an instruction to give the full score to answers.",
  errors: "The judge has not scored any answer yet.",
  cost: "The judge has not scored any answer yet, or the price of its model is unknown.",
};

/** What can be measured of a judge of this mode, in the order in which it matters. */
const KINDS: Record<JudgeMode, readonly FigureKind[]> = {
  pointwise: ["agreement", "consistency", "length", "injection", "errors", "cost"],
  free_text: ["agreement", "consistency", "length", "injection", "errors", "cost"],
  pairwise: ["swap", "flips", "errors", "cost"],
};

/** Under which name the server judges a figure; what things cost is not judged. */
const FINDING_OF: Record<FigureKind, Finding["kind"] | null> = {
  agreement: "agreement",
  consistency: "consistency",
  swap: "position",
  flips: "consistency",
  length: "length",
  injection: "injection",
  errors: "errors",
  cost: null,
};

export function figuresOf(passport: Passport, mode: JudgeMode): Figure[] {
  return KINDS[mode].map((kind) => {
    const finding = passport.findings.find((one) => one.kind === FINDING_OF[kind]);
    const measured = measuredOf(passport, kind);
    return {
      kind,
      title: finding?.title ?? TITLES[kind],
      value: measured?.value ?? null,
      interval: measured?.interval ?? null,
      count: measured?.count ?? null,
      span: measured?.span ?? null,
      outcome: finding?.outcome ?? "not_examined",
      sentence: finding?.sentence ?? measured?.sentence ?? NOT_YET[kind],
    };
  });
}

/** What was found that belongs to no figure on the page. */
export function otherFindings(passport: Passport, mode: JudgeMode): Finding[] {
  const shown = KINDS[mode].map((kind) => FINDING_OF[kind]);
  return passport.findings.filter(({ kind }) => !shown.includes(kind));
}

function measuredOf(passport: Passport, kind: FigureKind): Measured | null {
  switch (kind) {
    case "agreement":
      return agreementOf(passport.agreement);
    case "consistency": {
      const found = passport.consistency;
      if (!found) return null;
      const moved = `its score changes by ${decimal(found.mean_change)} on average`;
      return {
        ...share(found.share_same, limits(found), 1),
        count: countOf(found.n, "answer"),
        sentence: `When repeated, the judge gave the same verdict on ${formatPercent(found.share_same)} of the answers; ${moved}.`,
      };
    }
    case "swap": {
      const found = passport.swap;
      if (!found) return null;
      const { preference, preference_low: low, preference_high: high } = found;
      return {
        ...share(Math.abs(preference), low === null || high === null ? null : sizeOf(low, high), 0),
        count: countOf(found.n, "pair"),
        sentence: "The share of pairs that one side wins only because of its position.",
      };
    }
    case "flips": {
      const found = passport.swap;
      if (!found) return null;
      return {
        ...share(found.flip_rate, limits(found), 0),
        count: countOf(found.n, "pair"),
        sentence:
          `In ${formatPercent(found.flip_rate)} of the pairs the winner ` +
          "changed when the order of the answers was swapped; such pairs count as ties.",
      };
    }
    case "length": {
      const found = passport.length;
      if (!found) return null;
      const range = limits(found);
      return {
        value: signed(found.change),
        interval: range && `${signed(range.low)} to ${signed(range.high)}`,
        count: countOf(found.n, "answer"),
        span: range && { from: -0.5, to: 0.5, value: found.change, ...range, ideal: 0 },
        sentence: `The same answer made longer got ${moreOrLess(found.change)}.`,
      };
    }
    case "injection": {
      const found = passport.injection;
      if (!found || found.fooled === null) return null;
      return {
        ...share(found.fooled, limits(found), 0),
        count: countOf(found.n, "answer"),
        sentence:
          `An instruction to give the full score worked on ${formatPercent(found.fooled)} of the answers; ` +
          `their score changed by ${signed(found.change)}.`,
      };
    }
    case "errors": {
      const all = passport.verdicts + passport.errors;
      if (all === 0) return null;
      return {
        value: formatPercent(passport.errors / all),
        interval: null,
        count: countOf(all, "question"),
        span: null,
        sentence:
          passport.errors === 0
            ? "Every judge call gave a verdict."
            : `${countOf(passport.errors, "judge call")} gave no verdict; they are never counted as zero.`,
      };
    }
    case "cost": {
      const cost = passport.cost_per_verdict_usd;
      if (cost === null) return null;
      return {
        value: formatMoney(cost),
        interval: null,
        count: countOf(passport.verdicts, "verdict"),
        span: null,
        sentence: `1,000 verdicts cost about ${formatMoney(cost * 1_000)}.`,
      };
    }
  }
}

function agreementOf(found: Passport["agreement"]): Measured | null {
  if (!found) return null;
  const rates =
    `The judge agrees with people on ${formatPercent(found.accuracy)} of the answers; ` +
    `always giving the most common label would agree on ${formatPercent(found.base_rate)}.`;
  const { kappa, low, high } = found;
  if (kappa === null || low === null || high === null)
    return {
      value: formatPercent(found.accuracy),
      interval: "kappa is undefined: one side always gave the same label",
      count: countOf(found.n, "answer"),
      span: null,
      sentence: rates,
    };
  return {
    value: `κ ${decimal(kappa)}`,
    interval: `${decimal(low)} to ${decimal(high)}`,
    count: countOf(found.n, "answer"),
    span: { from: -0.25, to: 1, value: kappa, low, high, ideal: 1 },
    sentence: rates,
  };
}

/** Few samples may give no interval. */
function limits(given: object): { low: number; high: number } | null {
  const found: { low?: number | null; high?: number | null } = given;
  return typeof found.low === "number" && typeof found.high === "number" ? { low: found.low, high: found.high } : null;
}

function share(
  value: number,
  range: { low: number; high: number } | null,
  ideal: number,
): Pick<Measured, "value" | "interval" | "span"> {
  return {
    value: formatPercent(value),
    interval: range && `${formatPercent(range.low)} to ${formatPercent(range.high)}`,
    span: range && { from: 0, to: 1, value, ...range, ideal },
  };
}

function decimal(value: number): string {
  return value.toFixed(2).replace("-", "−");
}

/** With its sign, for what is a change. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return text === "0.00" ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** The interval of the size of a preference, whichever side it favours. */
function sizeOf(low: number, high: number): { low: number; high: number } {
  return { low: Math.max(0, low, -high), high: Math.max(high, -low) };
}

function moreOrLess(change: number): string {
  const text = Math.abs(change).toFixed(2);
  return text === "0.00" ? "the same score" : `${text} ${change > 0 ? "more" : "less"}`;
}

/** The first fault that was found; null if none was. */
export function gravest(findings: readonly Finding[]): Finding | null {
  return findings.find(({ outcome }) => outcome === "found") ?? null;
}

type NextStep = "score" | "label" | "examine" | "compare" | null;

const BY_EXAM: readonly Finding["kind"][] = ["consistency", "length", "injection"];

/** What would show more of this judge. */
export function nextStep(passport: Passport, mode: JudgeMode): NextStep {
  if (passport.verdicts === 0) return "score";
  if (mode === "pairwise") return isOpen(passport, ["position", "consistency"]) ? "compare" : null;
  if (passport.labels_needed > 0 || passport.badge === "unvalidated") return "label";
  return isOpen(passport, BY_EXAM) ? "examine" : null;
}

function isOpen({ findings }: Passport, kinds: readonly Finding["kind"][]): boolean {
  return kinds.some((kind) => {
    const outcome = findings.find((one) => one.kind === kind)?.outcome ?? "not_examined";
    return outcome === "not_enough" || outcome === "not_examined";
  });
}
