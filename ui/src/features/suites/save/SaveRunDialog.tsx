import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { RunReport } from "@/api/types";
import { promptQuery } from "@/features/prompts";
import { reportQuery } from "@/features/runs";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { useSaveRun } from "../api";
import { usdProblem } from "../form/suiteForm";
import { describeRun } from "./describeRun";

interface SaveRunDialogProps {
  project: string;
  run: string;
  onClose: () => void;
}

/**
 * A run becomes a suite: its name, whether it stays with what ran or follows what is newest, and what a day may cost.
 */
export function SaveRunDialog({ project, run, onClose }: SaveRunDialogProps) {
  const found = useQuery({ ...reportQuery(project, run), refetchInterval: false });
  const { history } = useRouter();
  // Opened from the page of the run: closing leads back there.
  const leave = () => (history.canGoBack() ? history.back() : onClose());
  // A dialog that opens empty has nothing to put the focus on.
  if (found.isPending) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title="Save as suite"
      description={
        found.data
          ? describeRun(found.data)
          : "Saves the cases, models and scorers of a run, so that you can run them again."
      }
    >
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <SaveForm project={project} run={found.data} onLeave={leave} />}
    </Dialog>
  );
}

const PINNED = "pinned";

function SaveForm({ project, run, onLeave }: { project: string; run: RunReport; onLeave: () => void }) {
  const { plan } = run;
  const column = plan.columns[0];
  const several = new Set(plan.columns.map(({ prompt_id: prompt, version }) => `${prompt} ${version}`)).size > 1;
  const prompt = useQuery({ ...promptQuery(project, column?.prompt_id ?? ""), enabled: column !== undefined }).data;
  const [name, setName] = useState(suggestedName(run));
  const [follow, setFollow] = useState<string>(PINNED);
  const [cases, setCases] = useState<"pinned" | "newest">("pinned");
  const [limit, setLimit] = useState("1.00");
  const save = useSaveRun(project);
  const navigate = useNavigate();
  const wrong = usdProblem(limit);
  const taken = save.error instanceof ApiError && save.error.path === "name" ? save.error.message : undefined;
  const send = () => {
    if (wrong || name.trim() === "" || save.isPending) return;
    save.mutate(
      {
        run: run.id,
        name: name.trim(),
        description: "",
        label: follow === PINNED ? null : follow,
        newest_cases: cases === "newest",
        daily_limit_usd: limit.trim() === "" ? null : limit.trim(),
      },
      {
        onSuccess: (made) => {
          notify.success("Suite saved");
          void navigate({
            to: "/projects/$slug/suites/$suite",
            params: { slug: project, suite: made.id },
            search: {},
            replace: true,
          });
        },
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label="Name" required error={taken}>
        <Input value={name} maxLength={200} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Prompt"
          hint={
            follow === PINNED
              ? "A new version does not change the suite."
              : "When the label moves, the next run uses the new version and reports the change."
          }
        >
          <Select
            value={follow}
            onChange={setFollow}
            disabled={several}
            options={[
              { value: PINNED, label: several ? "The versions that ran" : `Always v${column?.version ?? "?"}` },
              ...Object.entries({ latest: prompt?.latest ?? 0, ...prompt?.labels }).map(([label, number]) => ({
                value: label,
                label: label === "latest" ? `Follow the newest, now v${number}` : `Follow ${label}, now v${number}`,
              })),
            ]}
          />
        </Field>
        {plan.dataset_id && (
          <Field
            label="Cases"
            hint={cases === "pinned" ? "Every run uses the same cases." : "Runs are compared on the cases they share."}
          >
            <Select
              value={cases}
              onChange={setCases}
              options={[
                { value: "pinned", label: `Always v${plan.dataset_version}` },
                { value: "newest", label: "Follow the newest version" },
              ]}
            />
          </Field>
        )}
        <Field label="Limit per day (USD)" error={wrong} hint="Resets at midnight UTC. Empty: no limit.">
          <Input
            type="number"
            step="any"
            min={0}
            inputMode="decimal"
            placeholder="No limit"
            value={limit}
            onChange={({ target }) => setLimit(target.value)}
          />
        </Field>
      </div>
      {run.scorers.length === 0 && (
        <Notice tone="info">
          This run has no scorer. The suite will watch cost, latency and failures; add a scorer to watch quality.
        </Notice>
      )}
      {save.isError && !taken && (
        <Notice tone="error" alert>
          {save.error instanceof ApiError ? save.error.message : "The request failed."}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onLeave}>
          Cancel
        </Button>
        <Button type="submit" disabled={name.trim() === ""} loading={save.isPending}>
          Save suite
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The prompt and the dataset, which is what tells suites apart. */
function suggestedName({ plan }: RunReport): string {
  const prompt = plan.columns[0]?.prompt_name ?? "";
  return [prompt, plan.dataset_name].filter(Boolean).join(" on ");
}
