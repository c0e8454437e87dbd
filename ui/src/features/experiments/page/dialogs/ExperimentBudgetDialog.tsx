import { useState } from "react";
import { ApiError } from "@/shared/http/apiError";
import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useMoveIteration, useRaiseBudget } from "../../api";
import type { Experiment } from "../../types";
import { activeOf } from "../experimentSituation";

/** Another limit; an iteration that the old limit stopped resumes at once. */
export function ExperimentBudgetDialog({
  project,
  experiment,
  onClose,
}: {
  project: string;
  experiment: Experiment;
  onClose: () => void;
}) {
  const { balance } = experiment;
  const [usd, setUsd] = useState(balance.limit_usd === null ? "" : String(Number(balance.limit_usd)));
  const [tokens, setTokens] = useState(balance.limit_tokens === null ? "" : String(balance.limit_tokens));
  const active = activeOf(experiment);
  const stopped = active?.state === "paused";
  const raise = useRaiseBudget(project, experiment.id);
  const move = useMoveIteration(project, experiment.id, active?.id ?? "");
  const wrongUsd = Number(usd) >= 0.01 && Number(usd) <= 10_000 ? undefined : "Between $0.01 and $10,000";
  const wrongTokens =
    tokens === "" || (Number.isInteger(Number(tokens)) && Number(tokens) >= 0 && Number(tokens) <= 10_000_000)
      ? undefined
      : "A whole number up to 10,000,000, or empty for no limit";
  const save = (resume: boolean) => {
    if (wrongUsd || wrongTokens) return;
    raise.mutate(
      { max_budget_usd: usd, max_tokens: tokens === "" ? null : Number(tokens) },
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
      title="Budget of this experiment"
      description={
        `Spent until now: ${formatMoney(readMoney(balance.spent_usd))} and ` +
        `${formatTokens(balance.tokens)} tokens. A limit cannot be below that.`
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
            <Input type="number" step="any" min={0} value={usd} onChange={({ target }) => setUsd(target.value)} />
          </Field>
          <Field label="In tokens" error={wrongTokens}>
            <Input
              type="number"
              step={1}
              min={0}
              placeholder="No limit"
              value={tokens}
              onChange={({ target }) => setTokens(target.value)}
            />
          </Field>
        </div>
        {raise.isError && (
          <Notice tone="error" alert className="mt-3">
            {raise.error instanceof ApiError ? raise.error.message : "The request failed."}
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
          <Button type="submit" loading={raise.isPending}>
            {stopped ? "Save and resume" : "Save"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
