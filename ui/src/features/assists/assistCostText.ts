/** What an assist cost, as text. Pure. */
import type { Assist } from "@/api/types";
import { formatMoney, readMoney } from "@/shared/format/quantities";

export function assistCostText({ cost_usd: cost, simulated }: Pick<Assist, "cost_usd" | "simulated">): string {
  return `${formatMoney(readMoney(cost))}${simulated ? " simulated" : ""}`;
}
