import { type FormEvent, useState } from "react";
import type { Model } from "@/api/types";
import { formatRate } from "@/shared/format/quantities";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Segmented } from "@/shared/ui/Segmented";
import { usePriceModel } from "./api";
import { type PriceChoice, type PriceProblems, priceProblems, priceValuesOf, RATES, toPriceChange } from "./priceForm";

interface PriceDialogProps {
  project: string;
  model: Model;
  onClose: () => void;
}

const CHOICES: readonly { value: PriceChoice; label: string }[] = [
  { value: "list", label: "List price" },
  { value: "override", label: "Own price" },
  { value: "free", label: "Free" },
];

export function PriceDialog(props: PriceDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title="Set price"
      description={
        <>
          What a call of <code>{props.model.name}</code> costs. Earlier costs do not change.
        </>
      }
    >
      <PriceForm {...props} />
    </Dialog>
  );
}

function PriceForm({ project, model, onClose }: PriceDialogProps) {
  const [values, setValues] = useState(() => priceValuesOf(model));
  const [problems, setProblems] = useState<PriceProblems>({});
  const [notice, setNotice] = useState<string | null>(null);
  const price = usePriceModel(project, model.id);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (price.isPending) return;
    const found = priceProblems(values);
    setProblems(found);
    setNotice(null);
    if (Object.keys(found).length > 0) return;
    price.mutate(toPriceChange(values), {
      onSuccess: () => {
        notify.success(values.choice === "list" ? "The list price applies again" : "Price set");
        onClose();
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return setNotice("Something went wrong.");
        const placed = fieldProblems(error).filter(
          ({ path }) => path === "per_call" || RATES.some(({ key }) => key === path),
        );
        if (placed.length > 0) setProblems(Object.fromEntries(placed.map(({ path, message }) => [path, message])));
        else setNotice(error.message);
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {notice && (
        <Notice tone="error" alert>
          {notice}
        </Notice>
      )}
      <Segmented
        label="Which price"
        value={values.choice}
        onChange={(choice) => setValues({ ...values, choice })}
        options={values.per_call === null ? CHOICES : CHOICES.filter(({ value }) => value !== "list")}
        className="self-start"
      />
      {values.choice === "list" && <ListPrice model={model} />}
      {values.choice === "free" && (
        <p className="text-sm text-ink-muted">
          For a model that you run yourself or a free tier. Calls cost $0 instead of an unknown amount.
        </p>
      )}
      {values.choice === "override" && values.per_call !== null && (
        <Field
          label="Cost per call"
          required
          error={problems.per_call}
          hint="Dollars for one call"
          className="max-w-52"
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={values.per_call}
            onChange={(event) => setValues({ ...values, per_call: event.target.value })}
            placeholder="0.002"
          />
        </Field>
      )}
      {values.choice === "override" && values.per_call === null && (
        <div className="grid gap-4 sm:grid-cols-2">
          {RATES.map(({ key, label, required }) => (
            <Field
              key={key}
              label={label}
              required={required}
              optional={!required}
              error={problems[key]}
              hint={required ? "Dollars per million tokens" : "If empty, the input price applies"}
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={values[key]}
                onChange={(event) => setValues({ ...values, [key]: event.target.value })}
                placeholder={key === "input" ? "2.50" : key === "output" ? "10.00" : ""}
              />
            </Field>
          ))}
        </div>
      )}
      <Field label="Applies from" optional hint="If empty, the price applies from now on." className="max-w-52">
        <Input
          type="date"
          value={values.from}
          onChange={(event) => setValues({ ...values, from: event.target.value })}
        />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={price.isPending}>
          Set price
        </Button>
      </DialogFooter>
    </form>
  );
}

function ListPrice({ model: { list_price: list } }: { model: Model }) {
  if (!list) return <Notice tone="warning">This model is not in the price list, so its cost is unknown.</Notice>;
  return (
    <p className="text-sm text-ink-muted">
      As published: <span className="font-medium text-ink">{formatRate(list.input)}</span> in,{" "}
      <span className="font-medium text-ink">{formatRate(list.output)}</span> out, per million tokens.
    </p>
  );
}
