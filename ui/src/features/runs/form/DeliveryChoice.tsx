import type { BatchOffer, RunForecast } from "@/api/types";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { Field } from "@/shared/ui/Field";
import { Segmented } from "@/shared/ui/Segmented";
import { problemAt, type RunForm, type RunProblem } from "./runForm";

interface DeliveryChoiceProps {
  form: Pick<RunForm, "delivery" | "afterExpiry">;
  forecast: RunForecast | null;
  /** Null: not every target can be called in a batch. */
  offer: BatchOffer | null;
  problems: readonly RunProblem[];
  onChange: (part: Partial<RunForm>) => void;
}

/** Answers now, or within a day at the lower price of the providers' batches. */
export function DeliveryChoice({ form, forecast, offer, problems, onChange }: DeliveryChoiceProps) {
  const batch = form.delivery === "batch";
  if (!offer && !batch) return null;
  const amount = (money: RunForecast["money"] | null | undefined) =>
    money ? formatMoney(readMoney(money.likely_usd)) : "cost unknown";
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <Field
        label="When to answer"
        error={problemAt(problems, "delivery")}
        hint={
          offer
            ? `The providers' batches answer within ${offer.hours} hours, often sooner. Judges are called afterwards, at the full price.`
            : "Not every target can be called in a batch."
        }
      >
        <Segmented
          label="When to answer"
          value={form.delivery}
          onChange={(delivery) => onChange({ delivery })}
          options={[
            { value: "live", label: `Now, ${amount(forecast?.money)}` },
            { value: "batch", label: `By tomorrow, half price, ${amount(offer?.money)}` },
          ]}
        />
      </Field>
      {batch && (
        <Field label="Calls that are not answered in time" hint="The provider does not charge for them">
          <Segmented
            label="Calls that are not answered in time"
            value={form.afterExpiry}
            onChange={(afterExpiry) => onChange({ afterExpiry })}
            options={[
              { value: "batch", label: "Another batch" },
              { value: "live", label: "Call live, full price" },
            ]}
          />
        </Field>
      )}
    </div>
  );
}
