import { problemAt, type RunProblem } from "@/features/runs";
import { Field } from "@/shared/ui/Field";
import { Segmented } from "@/shared/ui/Segmented";
import type { SuiteForm } from "./suiteForm";

interface SuiteDeliveryFieldsProps {
  form: SuiteForm;
  problems: readonly RunProblem[];
  onChange: (part: Partial<SuiteForm>) => void;
}

/** Whether runs of the suite are answered now, or within a day in the providers' batches. */
export function SuiteDeliveryFields({ form, problems, onChange }: SuiteDeliveryFieldsProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
      <Field
        label="When to answer"
        error={problemAt(problems, "delivery")}
        hint="The providers' batches answer within 24 hours; judges are called afterwards, at the full price"
      >
        <Segmented
          label="When to answer"
          value={form.delivery}
          onChange={(delivery) => onChange({ delivery })}
          options={[
            { value: "live", label: "Now" },
            { value: "batch", label: "By tomorrow, half price" },
          ]}
        />
      </Field>
      {form.delivery === "batch" && (
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
