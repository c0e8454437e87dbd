/** What only an application has: its usual templates, its cost per call, and whether repeating a request is safe. */
import { Controller, useFormContext } from "react-hook-form";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Switch } from "@/shared/ui/Switch";
import { type CredentialValues, isCost } from "./credentialForm";

/** A form that only lacks a name and an address is understood sooner than an empty one. */
export const APPLICATION_FIELDS: Record<string, string> = {
  request_template: '{\n  "input": "{{input}}"\n}',
  response_path: "/output",
};

const HINT =
  "Turn it on if the application uses the Idempotency-Key header or has no side effects. " +
  "Otherwise, a request that may have been executed is not sent again.";

export function ApplicationCost() {
  const {
    register,
    formState: { errors },
  } = useFormContext<CredentialValues>();
  return (
    <Field
      label="Cost per call in dollars"
      optional
      error={errors.cost_per_call?.message}
      hint="Counts against budgets and in reports. Enter 0 if it is free. A run needs it: you can also set it later, in the catalog."
    >
      <Input
        {...register("cost_per_call", { validate: isCost })}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.002"
      />
    </Field>
  );
}

export function RepeatableSwitch() {
  const { control } = useFormContext<CredentialValues>();
  return (
    <Controller
      control={control}
      name="fields.repeatable"
      render={({ field }) => (
        <div className="flex items-start justify-between gap-4 rounded-md border border-line px-3 py-2.5">
          <div aria-hidden>
            <p className="text-sm font-medium">Repeating a request is safe</p>
            <p className="text-xs text-ink-muted">{HINT}</p>
          </div>
          <Switch
            label={`Repeating a request is safe. ${HINT}`}
            checked={field.value === "yes"}
            onChange={(on) => field.onChange(on ? "yes" : "no")}
          />
        </div>
      )}
    />
  );
}
