import { BadgeDollarSign, CircleHelp, FlaskConical, Gift, ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import type { Price } from "@/api/types";
import { formatRate } from "@/shared/format/quantities";
import { Badge, type Tone } from "@/shared/ui/Badge";

const SOURCES: Record<Price["source"], { label: string; tone: Tone; icon: ReactNode }> = {
  list: { label: "List price", tone: "neutral", icon: <ListChecks aria-hidden /> },
  override: { label: "Own price", tone: "lilac", icon: <BadgeDollarSign aria-hidden /> },
  free: { label: "Free", tone: "success", icon: <Gift aria-hidden /> },
  simulated: { label: "Simulated", tone: "info", icon: <FlaskConical aria-hidden /> },
};

export const SOURCE_WORDS: Record<Price["source"], string> = {
  list: "list",
  override: "own",
  free: "free",
  simulated: "simulated",
};

/** Where a price comes from; an unknown price is shown as unknown. */
export function PriceSourceChip({ price }: { price: Price | null }) {
  if (!price)
    return (
      <Badge tone="warning" icon={<CircleHelp aria-hidden />}>
        Price unknown
      </Badge>
    );
  const { label, tone, icon } = SOURCES[price.source];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** One rate, or the word; a model that is free says so instead of $0. */
export function Rate({ price, name }: { price: Price | null; name: "input" | "output" }) {
  if (!price) return <span className="text-ink-subtle">unknown</span>;
  if (price.source === "free") return "free";
  return price.per_call === null ? formatRate(price[name]) : `${formatRate(price.per_call)} per call`;
}

/** The cache rates in one line, where there are any. */
export function cacheWords(price: Price | null): string | null {
  if (!price || price.source === "free" || price.per_call !== null) return null;
  const parts = [
    price.cache_read !== null && `cache read ${formatRate(price.cache_read)}`,
    price.cache_write !== null && `write ${formatRate(price.cache_write)}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" · ") : null;
}
