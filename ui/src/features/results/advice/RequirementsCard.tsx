import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ModelAdvice, WishFit } from "@/api/types";
import type { Scale } from "@/shared/charts/estimateText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { FIT_TONES, FIT_WORDS, fitsInOrder, namesOf, wished } from "./advicePhrasing";

interface RequirementsCardProps {
  advice: ModelAdvice;
  scale: Scale;
  /** From 0 to 1. */
  quality: number | undefined;
  /** Dollars for one case. */
  price: number | undefined;
  onWish: (quality: number | undefined, price: number | undefined) => void;
}

const FIT_ICONS: Record<WishFit["fits"], ReactNode> = {
  yes: <CircleCheck aria-hidden />,
  perhaps: <CircleHelp aria-hidden />,
  no: <CircleX aria-hidden />,
};
const MOST_USD = 1_000;

/** The other way round: say what is needed, and see what meets it. */
export function RequirementsCard({ advice, scale, quality, price, onWish }: RequirementsCardProps) {
  const [score, setScore] = useState(quality === undefined ? "" : String(Number((quality * scale.top).toFixed(4))));
  const [cost, setCost] = useState(price === undefined ? "" : String(price));
  const asked = quality !== undefined || price !== undefined;
  const wrongScore =
    score.trim() !== "" && wished(score, scale.top) === undefined ? `From 0 to ${scale.top}` : undefined;
  const wrongCost = cost.trim() !== "" && wished(cost, MOST_USD) === undefined ? "An amount in dollars" : undefined;
  return (
    <section aria-label="What you need" className="rounded-lg border border-line bg-raised px-4 py-3.5">
      <form
        className="flex flex-wrap items-end gap-x-3 gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrongScore && !wrongCost) onWish(wished(score, scale.top, scale.top), wished(cost, MOST_USD));
        }}
      >
        <div className="min-w-0 flex-1 basis-60 self-center">
          <h2 className="text-sm font-semibold text-ink">What do you need?</h2>
          <p className="text-xs text-ink-muted">
            {asked
              ? advice.wish_sentence
              : "Enter a minimum score, a maximum price, or both, to find the cheapest model that meets them with 95% confidence."}
          </p>
        </div>
        <Field label={`Score at least, of ${scale.top}`} error={wrongScore} className="w-40">
          <Input
            type="number"
            step="any"
            min={0}
            inputMode="decimal"
            placeholder="Any"
            value={score}
            onChange={({ target }) => setScore(target.value)}
          />
        </Field>
        <Field label="At most, $ per case" error={wrongCost} className="w-40">
          <Input
            type="number"
            step="any"
            min={0}
            inputMode="decimal"
            placeholder="Any"
            value={cost}
            onChange={({ target }) => setCost(target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary">
          Find a model
        </Button>
      </form>
      {asked && advice.fits.length > 0 && (
        <ul aria-label="What meets it" className="mt-3 flex flex-col divide-y divide-line border-t border-line">
          {fitsInOrder(advice.fits, advice.models).map(({ column, fits, sentence }) => (
            <li key={column} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2 last:pb-0">
              <span className="w-28 shrink-0">
                <Badge tone={FIT_TONES[fits]} icon={FIT_ICONS[fits]}>
                  {FIT_WORDS[fits]}
                </Badge>
              </span>
              <span className="w-40 truncate text-sm font-medium text-ink">{namesOf([column], advice.models)[0]}</span>
              <span className="min-w-0 flex-1 basis-64 text-xs text-ink-muted">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
