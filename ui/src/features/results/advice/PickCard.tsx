import { Coins, Crosshair, Equal, Zap } from "lucide-react";
import type { ReactNode } from "react";
import type { ModelFigures, ModelPick } from "@/api/types";
import { estimateText, type Scale } from "@/shared/charts/estimateText";
import { formatLatency, formatMoney } from "@/shared/format/quantities";
import { Badge } from "@/shared/ui/Badge";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { namesOf, PICK_MEANINGS, PICK_NAMES } from "./advicePhrasing";

const ICONS: Record<ModelPick["kind"], ReactNode> = {
  most_accurate: <Crosshair aria-hidden />,
  fastest: <Zap aria-hidden />,
  best_value: <Coins aria-hidden />,
};

interface PickCardProps {
  pick: ModelPick;
  models: readonly ModelFigures[];
  scale: Scale;
  money: (column: number) => MoneyKind;
}

/** One answer to "which model": its name, the number behind it, and why. A tie is called a tie. */
export function PickCard({ pick, models, scale, money }: PickCardProps) {
  const [first, ...others] = namesOf(pick.columns, models);
  const best = models.find(({ column }) => column === pick.columns[0]);
  return (
    <li
      aria-label={PICK_NAMES[pick.kind]}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-raised px-4 py-3.5"
    >
      <h2 className="flex min-h-5 items-center gap-2 text-xs font-medium text-ink-muted">
        <span className="[&_svg]:size-4 [&_svg]:text-accent-mark">{ICONS[pick.kind]}</span> {PICK_NAMES[pick.kind]}
        {others.length > 0 && (
          <span className="ml-auto">
            <Badge tone="lilac" icon={<Equal aria-hidden />}>
              tie
            </Badge>
          </span>
        )}
      </h2>
      <p className="mt-1.5 text-lg font-semibold wrap-anywhere text-ink">
        {first}
        {others.length > 0 && <span className="text-base font-normal text-ink-muted"> or {others.join(", ")}</span>}
      </p>
      <p className="text-sm text-ink-muted">
        {best ? figureOf(pick.kind, best, scale) : PICK_MEANINGS[pick.kind]}
        {best && pick.kind === "best_value" && <SimulatedMark money={money(best.column)} />}
      </p>
      <p className="mt-2 border-t border-line pt-2 text-xs text-ink-muted">{pick.sentence}</p>
    </li>
  );
}

function figureOf(
  kind: ModelPick["kind"],
  { score, latency_ms: latency, cost_usd: cost, cost_per_point_usd: point }: ModelFigures,
  scale: Scale,
): string {
  if (kind === "fastest" && latency)
    return `${formatLatency(latency.value)} (${formatLatency(latency.low)} to ${formatLatency(latency.high)})`;
  if (kind === "best_value" && cost)
    return `${formatMoney(cost.value)} per case${point === null ? "" : `, ${formatMoney(point)} for a full score`}`;
  return score ? `${estimateText(scale, score)}${scale.suffix ? "" : ` of ${scale.top}`}` : PICK_MEANINGS[kind];
}
