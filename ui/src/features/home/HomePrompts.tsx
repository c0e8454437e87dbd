import { Link } from "@tanstack/react-router";
import { Equal } from "lucide-react";
import type { HomePrompt, Project, ProjectHome } from "@/api/types";
import { mayImport } from "@/features/imports";
import { may } from "@/features/people/projects";
import { changeWords, overallVerdict, verdictSentence } from "@/features/results";
import { Sparkline } from "@/shared/charts/Sparkline";
import { estimateText, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { metricScale } from "@/shared/metrics/metricFigures";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { HomeCard, homeLink, NothingHere } from "./HomeCard";

type LastRun = NonNullable<HomePrompt["last_run"]>;

/** The prompts that were run last: what is in production, how good it is, and what the last change did. */
export function HomePrompts({ project, home }: { project: Project; home: ProjectHome }) {
  const { slug } = project;
  const columns: Column<HomePrompt>[] = [
    { key: "name", header: "Prompt", lead: true, cell: (prompt) => <PromptName project={slug} prompt={prompt} /> },
    { key: "production", header: "Production", width: "content", cell: (prompt) => <Production prompt={prompt} /> },
    {
      key: "score",
      header: "Score",
      width: "content",
      cell: ({ last_run: last }) => (last ? <Score project={slug} last={last} /> : <Nothing />),
    },
    {
      key: "trend",
      header: "Trend",
      width: "content",
      cell: ({ last_run: last }) => (last ? <Trend last={last} /> : <Nothing />),
    },
    {
      key: "verdict",
      header: "Last verdict",
      width: "content",
      cell: (prompt) => <LastVerdict project={project} prompt={prompt} />,
    },
    {
      key: "run",
      header: "Last run",
      align: "right",
      width: "content",
      cell: ({ last_run: last }) => (last ? <RunOf project={slug} last={last} /> : <Nothing />),
    },
  ];
  const all = (
    <Link to="/projects/$slug/prompts" params={{ slug }} className={homeLink}>
      {home.prompt_count > home.prompts.length
        ? `All ${home.prompt_count.toLocaleString("en")} prompts`
        : "All prompts"}
    </Link>
  );
  return (
    <HomeCard title="Prompts" link={all}>
      {home.prompts.length === 0 ? (
        <NothingHere
          next={
            may(project, "edit_prompts") &&
            project.archived_at === null && (
              <>
                <Link to="/projects/$slug/prompts" params={{ slug }} search={{ create: true }} className={homeLink}>
                  Create prompt
                </Link>
                {mayImport(project) && (
                  <Link to="/projects/$slug/import" params={{ slug }} className={homeLink}>
                    Import from another tool
                  </Link>
                )}
              </>
            )
          }
        >
          A prompt is the text you send to a model. Its score and verdict appear here after its first run.
        </NothingHere>
      ) : (
        <div className="px-2 pb-2">
          <DataTable
            caption="Prompts that were run last"
            columns={columns}
            rows={home.prompts}
            rowKey={({ id }) => id}
          />
        </div>
      )}
    </HomeCard>
  );
}

function Nothing() {
  return <span className="text-ink-subtle">–</span>;
}

function PromptName({ project, prompt }: { project: string; prompt: HomePrompt }) {
  const last = prompt.last_run;
  const about = last
    ? `${last.version === 0 ? "" : `v${last.version} on `}${countOf(last.cases, "case")}${last.dataset_name ? ` of ${last.dataset_name}` : ""}`
    : prompt.latest > 0
      ? `v${prompt.latest}, no completed run`
      : "Draft, no completed run";
  return (
    <div className="min-w-0 py-0.5">
      <Link
        to="/projects/$slug/prompts/$prompt"
        params={{ slug: project, prompt: prompt.id }}
        className={cx(
          "inline-flex min-h-6 max-w-full items-center rounded font-medium text-ink",
          "hover:text-accent-ink hover:underline",
        )}
      >
        <span title={prompt.name} className="truncate">
          {prompt.name}
        </span>
      </Link>
      <p title={about} className="truncate text-xs text-ink-subtle">
        {about}
      </p>
    </div>
  );
}

function Production({ prompt: { production, latest } }: { prompt: HomePrompt }) {
  if (production === null) return <span className="text-xs whitespace-nowrap text-ink-subtle">not set</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Badge tone="accent">v{production}</Badge>
      {latest > production && <span className="text-xs text-ink-subtle">newest v{latest}</span>}
    </span>
  );
}

function Score({ project, last }: { project: string; last: LastRun }) {
  const { metric, figure } = last;
  if (!metric || !figure) return <span className="text-xs whitespace-nowrap text-ink-subtle">being computed</span>;
  const more = last.targets > 1 ? ` and ${last.targets - 1} more` : "";
  const about = `${metric.key} · ${figure.model_name}${more}`;
  return (
    <div className="min-w-0">
      {figure.figure ? (
        <Link
          to="/projects/$slug/runs/$run/results"
          params={{ slug: project, run: last.id }}
          search={{}}
          className="rounded font-medium whitespace-nowrap text-ink tabular-nums hover:text-accent-ink hover:underline"
        >
          {estimateText(metricScale(metric), figure.figure)}
        </Link>
      ) : (
        <span className="text-ink-subtle">not scored</span>
      )}
      <p title={about} className="max-w-48 truncate text-xs text-ink-subtle">
        {last.stale ? "counting new scores …" : about}
      </p>
    </div>
  );
}

function Trend({ last: { trend, metric } }: { last: LastRun }) {
  if (trend.length === 0) return <Nothing />;
  const scale = metricScale(metric);
  const values = trend.map(({ composite }) => composite.value);
  const first = values[0] ?? 0;
  const now = values.at(-1) ?? 0;
  const label =
    values.length === 1
      ? `One run: ${valueText(scale, now)}`
      : `From ${valueText(scale, first)} to ${valueText(scale, now)} in ${values.length} runs`;
  // A point that cannot be compared with the one before starts a new line.
  const drawn = trend.flatMap<number | null>(({ composite: { value }, joined }, at) =>
    at > 0 && !joined ? [null, value] : [value],
  );
  return <Sparkline values={drawn} label={label} />;
}

function LastVerdict({ project, prompt }: { project: Project; prompt: HomePrompt }) {
  const last = prompt.last_run;
  const { slug } = project;
  if (!last) {
    if (!may(project, "start_runs") || project.archived_at !== null) return <Nothing />;
    return (
      <Link to="/projects/$slug/workbench/$prompt" params={{ slug, prompt: prompt.id }} className={homeLink}>
        Run in the workbench
      </Link>
    );
  }
  const { verdict } = last;
  const { baseline } = verdict;
  if (!baseline) return <span className="text-xs whitespace-nowrap text-ink-subtle">no earlier run to compare</span>;
  const word = overallVerdict(verdict.columns);
  const change = verdict.columns.find(({ column }) => column === 0) ?? verdict.columns[0];
  return (
    <div className="flex flex-col items-start gap-0.5">
      {word ? (
        <VerdictChip verdict={word} />
      ) : (
        <Badge tone="neutral" icon={<Equal aria-hidden />}>
          Identical
        </Badge>
      )}
      <Link
        to="/projects/$slug/workbench/$prompt"
        params={{ slug, prompt: prompt.id }}
        // The workbench opens with the same baseline, whatever it would choose by itself later.
        search={{ run: last.id, baseline: baseline.id }}
        title={verdictSentence(verdict)}
        className="rounded py-1 text-xs whitespace-nowrap text-ink-subtle tabular-nums hover:text-ink hover:underline"
      >
        {change && !change.identical && `${changeWords(change, metricScale(verdict.metric))}, `}
        against run #{baseline.number}
      </Link>
    </div>
  );
}

function RunOf({ project, last }: { project: string; last: LastRun }) {
  return (
    <div className="whitespace-nowrap">
      <Link
        to="/projects/$slug/runs/$run"
        params={{ slug: project, run: last.id }}
        title={last.name}
        className="inline-block rounded py-1 font-medium text-ink tabular-nums hover:text-accent-ink hover:underline"
      >
        #{last.number}
      </Link>
      <p className="text-xs text-ink-subtle">
        <RelativeTime at={last.created_at} />
      </p>
    </div>
  );
}
