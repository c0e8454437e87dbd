import { useState } from "react";
import type { RunReport } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useChangeBudget, useMoveRun } from "../api";
import { hasOwnLimit, isOutOfBudget } from "../callsInDoubt";

export function RunBudgetDialog({ project, run, onClose }: { project: string; run: RunReport; onClose: () => void }) {
  const { budget } = run;
  const [usd, setUsd] = useState(budget.limit_usd === null ? "" : String(Number(budget.limit_usd)));
  const [tokens, setTokens] = useState(budget.limit_tokens === null ? "" : String(budget.limit_tokens));
  const change = useChangeBudget(project, run.id);
  const move = useMoveRun(project, run.id);
  // Another limit stopped it: resuming would pause it again.
  const stopped = isOutOfBudget(run) && hasOwnLimit(run);
  const wrongUsd = usd !== "" && !(Number(usd) >= 0.01) ? "At least $0.01, or empty for no limit" : undefined;
  const wrongTokens =
    tokens !== "" && !(Number.isInteger(Number(tokens)) && Number(tokens) >= 1)
      ? "A whole number, or empty for no limit"
      : undefined;
  const save = (resume: boolean) => {
    if (wrongUsd || wrongTokens) return;
    change.mutate(
      { limit_usd: usd === "" ? null : usd, limit_tokens: tokens === "" ? null : Number(tokens) },
      {
        onSuccess: () => {
          if (resume) move.mutate("resume", { onError: notify.failure });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Budget of this run"
      description={
        `Spent until now: ${formatMoney(readMoney(budget.settled_usd))} and ` +
        `${formatTokens(budget.tokens)} tokens. A limit cannot be below that.`
      }
      width="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(stopped);
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="In dollars" error={wrongUsd}>
            <Input
              type="number"
              step="any"
              min={0}
              placeholder="No limit"
              value={usd}
              onChange={({ target }) => setUsd(target.value)}
            />
          </Field>
          <Field label="In tokens" error={wrongTokens}>
            <Input
              type="number"
              step={1}
              min={1}
              placeholder="No limit"
              value={tokens}
              onChange={({ target }) => setTokens(target.value)}
            />
          </Field>
        </div>
        {change.isError && (
          <Notice tone="error" alert className="mt-3">
            {change.error instanceof ApiError ? change.error.message : "The request failed."}
          </Notice>
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {stopped && (
            <Button variant="secondary" onClick={() => save(false)}>
              Save only
            </Button>
          )}
          <Button type="submit" loading={change.isPending}>
            {stopped ? "Save and resume" : "Save"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
