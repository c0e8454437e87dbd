import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Project, ProjectBudget } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/shared/ui/Card";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { projectBudgetQuery, useChangeProjectBudget } from "./budgetApi";
import { limitProblem } from "./budgetLimits";

/** What all runs of the project together may spend, by day and by month. */
export function ProjectBudgetCard({ project, readOnly }: { project: Project; readOnly: boolean }) {
  const found = useQuery(projectBudgetQuery(project.slug));
  return (
    <Card aria-label="Spending limits" className="mt-4">
      <CardHeader>
        <CardTitle>Spending limits</CardTitle>
        <CardDescription>
          For all runs and suites together. Money is reserved before each call, so a limit is never exceeded.
        </CardDescription>
      </CardHeader>
      {found.isPending && (
        <CardContent>
          <BlockSkeleton lines={2} label="Loading the limits" />
        </CardContent>
      )}
      {found.isError && !found.data && (
        <CardContent>
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        </CardContent>
      )}
      {/* What someone else saved shows at once; what is being typed stays while it is typed. */}
      {found.data && (
        <LimitForm
          key={`${found.data.daily_limit_usd} ${found.data.limit_usd}`}
          project={project.slug}
          budget={found.data}
          readOnly={readOnly}
        />
      )}
    </Card>
  );
}

function LimitForm({ project, budget, readOnly }: { project: string; budget: ProjectBudget; readOnly: boolean }) {
  const start = { day: typed(budget.daily_limit_usd), month: typed(budget.limit_usd) };
  const [limits, setLimits] = useState(start);
  const change = useChangeProjectBudget(project);
  const wrong = { day: limitProblem(limits.day), month: limitProblem(limits.month) };
  const touched = limits.day !== start.day || limits.month !== start.month;
  const amount = (name: "day" | "month") => (
    <Input
      type="number"
      step="any"
      min={0}
      inputMode="decimal"
      placeholder="No limit"
      readOnly={readOnly}
      value={limits[name]}
      onChange={({ target }) => setLimits({ ...limits, [name]: target.value })}
    />
  );
  const save = () => {
    if (wrong.day || wrong.month) return;
    const dollars = (text: string) => (text.trim() === "" ? null : text.trim());
    change.mutate(
      {
        limit_usd: dollars(limits.month),
        limit_tokens: budget.limit_tokens,
        alert_share: budget.alert_share,
        daily_limit_usd: dollars(limits.day),
      },
      { onSuccess: () => notify.success("Limits saved") },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <CardContent className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field
          label="Per day (USD)"
          error={wrong.day}
          hint={
            <Spent
              balance={budget.spent_today}
              simulated={budget.simulated_today}
              when="today"
              again="Resets at midnight UTC."
            />
          }
        >
          {amount("day")}
        </Field>
        <Field
          label="Per month (USD)"
          error={wrong.month}
          hint={
            <Spent
              balance={budget.spent}
              simulated={budget.simulated}
              when="this month"
              again="Resets on the first of the month, UTC."
            />
          }
        >
          {amount("month")}
        </Field>
        {change.isError && (
          <Notice tone="error" alert className="sm:col-span-2">
            {change.error instanceof ApiError ? change.error.message : "The request failed."}
          </Notice>
        )}
      </CardContent>
      {!readOnly && (
        <CardFooter>
          <Button type="submit" disabled={!touched} loading={change.isPending}>
            Save limits
          </Button>
        </CardFooter>
      )}
    </form>
  );
}

interface SpentProps {
  balance: ProjectBudget["spent"];
  simulated: ProjectBudget["spent"];
  when: string;
  again: string;
}

function Spent({ balance, simulated, when, again }: SpentProps) {
  const played = readMoney(simulated?.settled_usd ?? null) ?? 0;
  const held = readMoney(balance?.held_usd ?? null) ?? 0;
  return (
    <>
      {formatMoney(readMoney(balance?.settled_usd ?? "0"))} spent {when}
      {held > 0 && `, ${formatMoney(held)} reserved`}. {again}
      {played > 0 && (
        <span className="mt-0.5 block">
          Simulated models: {formatMoney(played)} of the same limit, on a separate balance.
        </span>
      )}
    </>
  );
}

function typed(amount: string | null): string {
  return amount === null ? "" : String(Number(amount));
}
