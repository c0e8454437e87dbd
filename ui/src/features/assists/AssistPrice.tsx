import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AssistOrder } from "@/api/types";
import { useDebounced } from "@/shared/forms/useDebounced";
import { formatMoney } from "@/shared/format/quantities";
import { assistForecastQuery } from "./api";

const SETTLE_MS = 800;

/** What asking would cost, said before anyone asks. */
export function AssistPrice({
  project,
  order,
  off,
  named = false,
}: {
  project: string;
  order: AssistOrder;
  off: boolean;
  /** Also say which model is called. */
  named?: boolean;
}) {
  // Every render creates a new order object, so equality is by content.
  const now = JSON.stringify(order);
  const words = useDebounced(now, SETTLE_MS);
  const settled = useMemo(() => JSON.parse(words) as AssistOrder, [words]);
  const found = useQuery({ ...assistForecastQuery(project, settled), enabled: !off && words === now });
  if (off || !found.data) return null;
  const { usd, model_name: model, simulated } = found.data;
  const money = usd === null ? "" : `${formatMoney(Number(usd.high))}${simulated ? " simulated" : ""}`;
  if (named)
    return (
      <span>
        {usd === null ? "Cost unknown" : `Costs up to ${money}`} · {model}
      </span>
    );
  return (
    <span title={`Calls ${model}`} className="shrink-0 text-2xs whitespace-nowrap text-ink-subtle">
      {usd === null ? "cost unknown" : `up to ${money}`}
    </span>
  );
}
