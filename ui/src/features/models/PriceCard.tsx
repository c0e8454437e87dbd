import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Model, Price, PriceHistoryPage } from "@/api/types";
import { formatRate, formatTokens } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Disclosure } from "@/shared/ui/Disclosure";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { priceHistoryQuery } from "./api";
import { cacheWords, PriceSourceChip, Rate } from "./PriceText";

interface PriceCardProps {
  project: string;
  model: Model;
  onSetPrice: (() => void) | null;
}

export function PriceCard({ project, model, onSetPrice }: PriceCardProps) {
  const { price, list_price: list } = model;
  const [history, setHistory] = useState(false);
  const cache = cacheWords(price);
  return (
    <Card aria-label="Price">
      <CardHeader room="dense" className="flex-row items-center justify-between">
        <span className="flex items-center gap-2">
          <CardTitle>Price</CardTitle> <PriceSourceChip price={price} />
        </span>
        {onSetPrice && (
          <Button
            variant={price ? "ghost" : "secondary"}
            size="xs"
            className={price ? "-mr-2" : undefined}
            onClick={onSetPrice}
          >
            {price ? "Change" : "Set price"}
          </Button>
        )}
      </CardHeader>
      <CardContent room="dense" className="flex flex-col gap-1">
        {price?.per_call != null && (
          <p className="text-lg font-semibold">
            <Rate price={price} name="input" />
          </p>
        )}
        {price?.per_call == null && price && (
          <dl className="grid grid-cols-2 gap-4">
            <TokenPrice label="Input, per 1M tokens" price={price} name="input" />
            <TokenPrice label="Output, per 1M tokens" price={price} name="output" />
          </dl>
        )}
        {!price && (
          <p className="text-sm text-ink-muted">
            <span className="text-lg font-semibold text-ink">unknown</span>
            <span className="block">
              {model.provider === "APPLICATION"
                ? "The cost of a call is unknown until it is declared. A run needs it."
                : "This model is not in the price list. The cost of its calls is unknown until a price is set."}
            </span>
          </p>
        )}
        <div className="flex flex-col gap-0.5 text-xs text-ink-subtle">
          {cache && <span>{cache}</span>}
          {price?.tiered_above != null && (
            <span>more expensive above {formatTokens(price.tiered_above)} prompt tokens</span>
          )}
          {price?.effective_from && (
            <span>
              applies since <RelativeTime at={price.effective_from} />
            </span>
          )}
          {model.price_choice !== "list" && list && (
            <span>
              list price: {formatRate(list.input)} in, {formatRate(list.output)} out
            </span>
          )}
        </div>
        <Disclosure label="History" open={history} onOpenChange={setHistory}>
          <History project={project} model={model.id} />
        </Disclosure>
      </CardContent>
    </Card>
  );
}

function TokenPrice({ label, price, name }: { label: string; price: Price; name: "input" | "output" }) {
  return (
    <div>
      <dt className="text-xs text-ink-subtle">{label}</dt>
      <dd className="text-lg font-semibold">
        <Rate price={price} name={name} />
      </dd>
    </div>
  );
}

function History({ project, model }: { project: string; model: string }) {
  const list = useQuery(priceHistoryQuery(project, model));
  if (list.isPending) return <BlockSkeleton lines={2} label="Loading price history" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.items.length === 0)
    return <p className="text-xs text-ink-subtle">No custom price is set: the list price applies.</p>;
  return (
    <ol className="flex flex-col gap-2 border-l border-line pl-3">
      {list.data.items.map((set) => (
        <li key={set.effective_from + set.choice} className="text-xs">
          <span className="font-medium text-ink">{words(set)}</span>
          <span className="block text-ink-subtle">
            {set.set_by}, from <RelativeTime at={set.effective_from} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function words(set: PriceHistoryPage["items"][number]): string {
  if (set.choice === "list") return "Back to the list price";
  if (set.choice === "free") return "Free";
  if (set.per_call !== null) return `${formatRate(set.per_call)} per call`;
  return `${formatRate(set.input ?? "0")} in, ${formatRate(set.output ?? "0")} out`;
}
