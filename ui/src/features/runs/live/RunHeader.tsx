import { Link } from "@tanstack/react-router";
import {
  AppWindow,
  Ban,
  CirclePause,
  EllipsisVertical,
  FlaskConical,
  Gavel,
  ListRestart,
  Play,
  Plus,
  Repeat,
  RotateCw,
  Tags,
  Wallet,
} from "lucide-react";
import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { countOf } from "@/shared/format/quantities";
import { useMoveRun, useRepeatCells } from "../api";
import { ScoreDialog } from "../score/ScoreDialog";
import { isWorking, mayCancel, mayGoOn, mayPause, totalsOf } from "../runStates";
import { RunStateChip } from "../RunStateChip";
import { commonParameters, planWords } from "../runPhrasing";
import { AddScorerDialog } from "./AddScorerDialog";
import { RunBudgetDialog } from "./RunBudgetDialog";
import { CancelRunDialog } from "./CancelRunDialog";
import { RunExportMenu } from "./RunExportMenu";
import { KeepButton } from "./KeepButton";

type Asked = "cancel" | "budget" | "scorer" | "score";

export function RunHeader({ project, run }: { project: Project; run: RunReport }) {
  const { slug } = project;
  const [asked, setAsked] = useState<Asked | null>(null);
  const heading = usePageHeading([`Run #${run.number}`, "Runs", project.name]);
  const starts = may(project, "start_runs") && project.archived_at === null;
  const move = useMoveRun(slug, run.id);
  const repeat = useRepeatCells(slug, run.id);
  const { failed } = totalsOf(run);
  const { plan } = run;
  const { application } = plan;
  const first = plan.columns[0];
  const close = () => setAsked(null);
  const retry = () =>
    repeat.mutate(
      { failed: true },
      {
        onSuccess: ({ repeated }) => notify.success(`Running ${countOf(repeated, "cell")} again`),
        onError: notify.failure,
      },
    );
  const busy = (wanted: string) => move.isPending && move.variables === wanted;
  const go = (wanted: "pause" | "resume") => move.mutate(wanted, { onError: notify.failure });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-96">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            title={run.name}
            className="line-clamp-2 min-w-0 text-xl font-semibold wrap-anywhere text-ink"
          >
            <span className="text-ink-subtle">#{run.number}</span> {run.name}
          </h1>
          <span role="status">
            <RunStateChip state={run.state} />
          </span>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {starts && mayPause(run.state) && (
          <Button variant="secondary" loading={busy("pause")} onClick={() => go("pause")}>
            <CirclePause aria-hidden /> Pause
          </Button>
        )}
        {starts && run.state === "paused" && (
          <Button loading={busy("resume")} onClick={() => go("resume")}>
            <Play aria-hidden /> Resume
          </Button>
        )}
        {starts && !application && failed > 0 && !isWorking(run.state) && mayGoOn(run.state) && (
          <Button variant="secondary" loading={repeat.isPending} onClick={retry}>
            <RotateCw aria-hidden /> Retry {failed.toLocaleString("en")} failed
          </Button>
        )}
        {starts && mayCancel(run.state) && (
          <Button variant="secondary" onClick={() => setAsked("cancel")}>
            <Ban aria-hidden /> Cancel
          </Button>
        )}
        {starts && run.state === "completed" && (
          <Button onClick={() => setAsked("score")}>
            <Gavel aria-hidden /> Score
          </Button>
        )}
        {first && !application && (
          <Button variant="secondary" asChild>
            <Link
              to="/projects/$slug/workbench/$prompt"
              params={{ slug, prompt: first.prompt_id }}
              search={{ run: run.id }}
            >
              <FlaskConical aria-hidden /> Open in workbench
            </Link>
          </Button>
        )}
        {starts && !isWorking(run.state) && <KeepButton project={project} run={run} />}
        {may(project, "export_results") && <RunExportMenu project={slug} run={run} />}
        {starts && (
          <DropdownMenu
            trigger={
              <IconButton label="More" tip={false}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
          >
            {!application && (
              <>
                <MenuItem asChild>
                  <Link to="/projects/$slug/runs/new" params={{ slug }} search={{ from: run.id }}>
                    <Repeat aria-hidden /> New run like this
                  </Link>
                </MenuItem>
                <MenuItem asChild>
                  <Link to="/projects/$slug/suites" params={{ slug }} search={{ from: run.id }}>
                    <ListRestart aria-hidden /> Save as suite…
                  </Link>
                </MenuItem>
              </>
            )}
            <MenuItem asChild>
              <Link to="/projects/$slug/annotate" params={{ slug }} search={{ create: true, run: run.id }}>
                <Tags aria-hidden /> Annotate…
              </Link>
            </MenuItem>
            {mayGoOn(run.state) && (
              <MenuItem icon={<Plus aria-hidden />} onSelect={() => setAsked("scorer")}>
                Add scorer…
              </MenuItem>
            )}
            {mayGoOn(run.state) && (
              <MenuItem icon={<Wallet aria-hidden />} onSelect={() => setAsked("budget")}>
                Change budget…
              </MenuItem>
            )}
            {failed > 0 && !application && isWorking(run.state) && (
              <>
                <MenuSeparator />
                <MenuItem icon={<RotateCw aria-hidden />} onSelect={retry}>
                  Retry failed
                </MenuItem>
              </>
            )}
          </DropdownMenu>
        )}
      </div>
      <p className="-mt-2 flex w-full flex-wrap items-center gap-x-4 text-sm text-ink-muted [&>*]:min-w-0">
        {application && (
          <span className="flex min-h-6 max-w-96 items-center gap-1">
            <AppWindow aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">{application.name}</span>
            <span className="font-mono text-xs">{application.version}</span>
          </span>
        )}
        {first && !application && (
          <Link
            to="/projects/$slug/prompts/$prompt"
            params={{ slug, prompt: first.prompt_id }}
            search={{ version: first.version }}
            title={first.prompt_name}
            className="flex min-h-6 max-w-96 items-center gap-1 rounded hover:text-ink hover:underline"
          >
            <span className="truncate">{first.prompt_name}</span>
            <span className="font-mono text-xs">v{first.version}</span>
          </Link>
        )}
        {plan.dataset_id && (
          <Link
            to="/projects/$slug/datasets/$dataset"
            params={{ slug, dataset: plan.dataset_id }}
            search={plan.dataset_version ? { version: plan.dataset_version } : {}}
            title={plan.dataset_name ?? undefined}
            className="flex min-h-6 max-w-96 items-center gap-1 rounded hover:text-ink hover:underline"
          >
            <span className="truncate">{plan.dataset_name}</span>
            <span className="font-mono text-xs">v{plan.dataset_version}</span>
          </Link>
        )}
        <span>{[planWords(plan), commonParameters(plan.columns)].filter(Boolean).join(" · ")}</span>
        <span>
          started by {run.created_by} <RelativeTime at={run.created_at} />
        </span>
      </p>
      {asked === "cancel" && <CancelRunDialog project={slug} run={run} onClose={close} />}
      {asked === "budget" && <RunBudgetDialog project={slug} run={run} onClose={close} />}
      {asked === "score" && <ScoreDialog project={slug} run={run} onClose={close} />}
      {asked === "scorer" && <AddScorerDialog project={slug} run={run} onClose={close} />}
    </div>
  );
}
