import type { RunCard } from "@/api/types";
import { cx } from "./cx";

export type MoneyKind = RunCard["money"];

const WORDS: Record<Exclude<MoneyKind, "real">, string> = {
  simulated: "simulated",
  mixed: "partly simulated",
};

/** Says beside an amount that it is no real money, or not all of it; nothing where it is. */
export function SimulatedMark({ money, block = false }: { money: MoneyKind; block?: boolean }) {
  if (money === "real") return null;
  return (
    <span
      title="Simulated models cost no real money. They count against a separate balance."
      className={cx("text-2xs font-medium whitespace-nowrap text-lilac", block ? "block" : "ml-1.5")}
    >
      {WORDS[money]}
    </span>
  );
}

/** Whether what a model of this provider costs is real money. */
export function moneyOf(provider: string): MoneyKind {
  return provider === "SIMULATED" ? "simulated" : "real";
}

/** Whether an answer cost real money. Cells are numbered row by row, so the number gives the column. */
export function moneyOfCell(
  { columns }: { columns: readonly { provider: string }[] },
  { ordinal }: { ordinal: number },
): MoneyKind {
  return moneyOf(columns[ordinal % columns.length]?.provider ?? "");
}

/** Of a sum and the simulated part of it. */
export function moneyKindOf(whole: number, simulated: number): MoneyKind {
  if (simulated === 0) return "real";
  return simulated >= whole ? "simulated" : "mixed";
}
