/** Prices as people set them, between the form and the server. Pure. */
import type { Model } from "@/api/types";
import type { PriceChange } from "./api";

export type PriceChoice = Model["price_choice"];

interface PriceValues {
  choice: PriceChoice;
  input: string;
  output: string;
  cache_read: string;
  cache_write: string;
  /** Of an application, in dollars; null for a model, which is priced by the token. */
  per_call: string | null;
  /** As a date input gives it, in the reader's time zone; empty means from now on. */
  from: string;
}

type RateName = "input" | "output" | "cache_read" | "cache_write";

export const RATES: readonly { key: RateName; label: string; required: boolean }[] = [
  { key: "input", label: "Input", required: true },
  { key: "output", label: "Output", required: true },
  { key: "cache_read", label: "Cache read", required: false },
  { key: "cache_write", label: "Cache write", required: false },
];

/** Start from what holds now, or from the list price: typing a price from nothing is where errors come from. */
export function priceValuesOf({
  provider,
  price,
  list_price: list,
  price_choice: choice,
}: Pick<Model, "price" | "list_price" | "price_choice"> & { provider?: Model["provider"] }): PriceValues {
  const base = choice === "override" ? price : list;
  return {
    choice: choice === "list" ? (list ? "list" : "override") : choice,
    input: base?.input ?? "",
    output: base?.output ?? "",
    cache_read: base?.cache_read ?? "",
    cache_write: base?.cache_write ?? "",
    per_call: provider === "APPLICATION" ? (base?.per_call ?? "") : null,
    from: "",
  };
}

export type PriceProblems = Partial<Record<RateName | "per_call" | "from", string>>;

const RATE = /^\d{1,7}(\.\d{1,9})?$/;

export function priceProblems(values: PriceValues): PriceProblems {
  const problems: PriceProblems = {};
  if (values.choice === "override" && values.per_call !== null) {
    const typed = values.per_call.trim();
    if (!typed) problems.per_call = "Cost per call is required";
    else if (!RATE.test(typed) || Number(typed) > 10_000) problems.per_call = "Enter dollars, such as 0.002";
    else if (Number(typed) === 0) problems.per_call = "If the application costs nothing, choose “Free”";
    return problems;
  }
  if (values.choice === "override") {
    for (const { key, label, required } of RATES) {
      const typed = values[key].trim();
      if (!typed && required) problems[key] = `${label} is required`;
      else if (typed && (!RATE.test(typed) || Number(typed) > 1_000_000)) problems[key] = "Enter dollars, such as 2.50";
    }
    if (!problems.input && !problems.output && Number(values.input) === 0 && Number(values.output) === 0) {
      problems.input = "If the model costs nothing, choose “Free”";
    }
  }
  return problems;
}

export function toPriceChange(values: PriceValues): PriceChange {
  const change: PriceChange = { choice: values.choice };
  if (values.choice === "override" && values.per_call !== null) change.per_call = values.per_call.trim();
  else if (values.choice === "override") {
    for (const { key } of RATES) if (values[key].trim()) change[key] = values[key].trim();
  }
  if (values.from) change.effective_from = new Date(`${values.from}T00:00:00`).toISOString();
  return change;
}
