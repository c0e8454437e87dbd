import { useState } from "react";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useChangeSuite, useMoveSuite } from "../../api";
import { usdProblem } from "../../form/suiteForm";
import { DAILY_LIMIT } from "../../suiteStates";
import type { Suite } from "../../types";

export function DailyLimitDialog({ project, suite, onClose }: { project: string; suite: Suite; onClose: () => void }) {
  const [usd, setUsd] = useState(suite.daily_limit_usd === null ? "" : String(Number(suite.daily_limit_usd)));
  const change = useChangeSuite(project, suite.id);
  const move = useMoveSuite(project, suite.id);
  const stopped = suite.state === "paused" && suite.pause_reason === "budget";
  const wrong = usdProblem(usd);
  const spent = readMoney(suite.spent_today_usd) ?? 0;
  const below = usd.trim() !== "" && !wrong && Number(usd) <= spent;
  const save = (resume: boolean) => {
    if (wrong) return;
    change.mutate(
      { revision: suite.revision, daily_limit_usd: usd.trim() === "" ? null : usd.trim() },
      {
        onSuccess: ({ problems }) => {
          const problem = problems.find(({ field }) => field === DAILY_LIMIT);
          if (problem) notify.warning(`Limit saved. ${problem.message}.`);
          else notify.success("Limit saved");
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
      title="Limit per day"
      description={
        "All runs of this suite together, from midnight to midnight UTC. " + `Spent today: ${formatMoney(spent)}.`
      }
      width="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(stopped);
        }}
      >
        <Field label="In dollars" error={wrong} hint="If empty, only the limits of the project apply.">
          <Input
            type="number"
            step="any"
            min={0}
            inputMode="decimal"
            placeholder="No limit"
            value={usd}
            onChange={({ target }) => setUsd(target.value)}
          />
        </Field>
        {below && (
          <Notice tone="warning" alert className="mt-3">
            {formatMoney(spent)} is already spent today. With this limit the suite does not run before midnight UTC.
          </Notice>
        )}
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
