import { Link } from "@tanstack/react-router";
import { EllipsisVertical, FileChartColumn, Flag, Play, Settings2, Wallet } from "lucide-react";
import type { Project } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Experiment } from "../types";
import type { ExperimentActions, Asked } from "./experimentActions";
import { ExperimentChip } from "./ExperimentChip";
import { activeOf, lastOf, situationOf } from "./experimentSituation";

interface ExperimentHeaderProps {
  project: Project;
  experiment: Experiment;
  acts: ExperimentActions;
  onAsk: (asked: Asked) => void;
}

export function ExperimentHeader({ project, experiment, acts, onAsk }: ExperimentHeaderProps) {
  const { slug } = project;
  const { name, number, state, prompt, dataset } = experiment;
  const heading = usePageHeading([name, "Experiments", project.name]);
  const ready = state === "draft" ? experiment.problems.length === 0 : state === "paused";
  const running = activeOf(experiment);
  const params = { slug, experiment: experiment.id };
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            className="min-w-0 text-xl font-semibold wrap-anywhere text-ink"
          >
            <span className="text-ink-subtle">#{number}</span> {visibleText(name)}
          </h1>
          <span role="status" aria-label="State">
            <ExperimentChip state={state} reviewing={lastOf(experiment)?.state === "reviewing"} />
          </span>
        </div>
        {experiment.description && (
          <p className="mt-1 max-w-3xl text-sm wrap-anywhere text-ink-muted">{visibleText(experiment.description)}</p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
          {prompt && (
            <Link
              to="/projects/$slug/prompts/$prompt"
              params={{ slug, prompt: prompt.id }}
              className="rounded hover:text-ink hover:underline"
            >
              {visibleText(prompt.name)}
            </Link>
          )}
          {dataset && (
            <Link
              to="/projects/$slug/datasets/$dataset"
              params={{ slug, dataset: dataset.id }}
              className="rounded hover:text-ink hover:underline"
            >
              {visibleText(dataset.name)}{" "}
              <span className="text-xs">
                · {countOf(dataset.cases, "case")}
                {dataset.holdout > 0 && `, ${dataset.holdout.toLocaleString("en")} held out`}
              </span>
            </Link>
          )}
          <span>
            created by {experiment.created_by} <RelativeTime at={experiment.created_at} />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {experiment.iterations > 0 && (
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/experiments/$experiment/report" params={params}>
              <FileChartColumn aria-hidden /> {state === "completed" ? "Report" : "Report so far"}
            </Link>
          </Button>
        )}
        {acts.starts && ready && !running && situationOf(experiment).action !== "run" && (
          <Button variant="secondary" onClick={() => onAsk("run")}>
            <Play aria-hidden /> Run iteration
          </Button>
        )}
        {acts.starts && experiment.iterations > 0 && (state === "running" || state === "paused") && (
          <DropdownMenu
            trigger={
              <IconButton label="More" tip={false}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Wallet aria-hidden />} onSelect={() => onAsk("budget")}>
              Change the budget…
            </MenuItem>
            {acts.plans && state === "paused" && (
              <MenuItem icon={<Settings2 aria-hidden />} onSelect={() => onAsk("plan")}>
                Change models and stop rules…
              </MenuItem>
            )}
            <MenuItem icon={<Flag aria-hidden />} onSelect={() => onAsk("finish")}>
              Finish the experiment…
            </MenuItem>
          </DropdownMenu>
        )}
      </div>
    </div>
  );
}
