import { type FormEvent, useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Switch } from "@/shared/ui/Switch";
import { useLockHoldout } from "./api";
import { expectedCounts, splitProblems, type SplitProblems } from "./splitForm";
import { useDealSplits } from "./versionsApi";

interface SplitsDialogProps {
  project: string;
  dataset: Dataset;
  onClose: () => void;
}

export function SplitsDialog(props: SplitsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title="Splits"
      description="Improve prompts on the training cases, and evaluate them on hold-out cases that were not used for improving."
    >
      <SplitsForm {...props} />
    </Dialog>
  );
}

function SplitsForm({ project, dataset, onClose }: SplitsDialogProps) {
  const [share, setShare] = useState("20");
  const [seed, setSeed] = useState("0");
  const [problems, setProblems] = useState<SplitProblems & { form?: string }>({});
  const deal = useDealSplits(project, dataset.id);
  const lock = useLockHoldout(project, dataset.id);
  const locked = dataset.holdout_locked;
  const counts = expectedCounts(dataset.cases, share);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (deal.isPending || locked) return;
    const found = splitProblems({ share, seed });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    deal.mutate(
      { holdout_share: Number(share) / 100, seed: Number(seed) },
      {
        onSuccess: () => {
          notify.success("The cases are split into training and hold-out");
          onClose();
        },
        onError: (error) =>
          setProblems({
            form:
              error instanceof ApiError
                ? [error.message, error.nextStep].filter(Boolean).join(". ")
                : "Something went wrong.",
          }),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problems.form && (
        <Notice tone="error" alert>
          {problems.form}
        </Notice>
      )}
      <fieldset disabled={locked} className="grid gap-4 sm:grid-cols-2">
        <legend className="sr-only">Split the cases again</legend>
        <Field label="Hold-out share" required error={problems.share} hint="Percent of all cases">
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={share}
            onChange={(event) => setShare(event.target.value)}
          />
        </Field>
        <Field label="Seed" required error={problems.seed} hint="The same seed splits the same way">
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
          />
        </Field>
      </fieldset>
      {counts && <SplitBar {...counts} />}
      <div className="flex items-start justify-between gap-4 rounded-lg border border-line px-4 py-3">
        <div className="min-w-0">
          <p className="text-sm font-medium text-ink">Lock the hold-out</p>
          <p className="text-xs text-ink-muted">
            Hold-out cases cannot be changed, added or removed until someone unlocks the hold-out.
          </p>
        </div>
        <Switch
          label="Lock the hold-out"
          checked={locked}
          disabled={lock.isPending}
          onChange={(on) => lock.mutate(on, { onError: notify.failure })}
        />
      </div>
      {locked && <p className="text-sm text-ink-muted">While the split is locked, the cases cannot be split again.</p>}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          {locked ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" disabled={locked} loading={deal.isPending}>
          Split {countOf(dataset.cases, "case")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function SplitBar({ train, holdout }: { train: number; holdout: number }) {
  const total = Math.max(train + holdout, 1);
  return (
    <div>
      <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-surface-hover">
        <span className="bg-info-mark transition-[width] duration-200" style={{ width: `${(train / total) * 100}%` }} />
        <span className="bg-lilac transition-[width] duration-200" style={{ width: `${(holdout / total) * 100}%` }} />
      </div>
      <p role="status" className="mt-1.5 flex justify-between text-xs text-ink-muted">
        <span>About {train.toLocaleString("en")} training</span>
        <span>{holdout.toLocaleString("en")} hold-out</span>
      </p>
    </div>
  );
}
