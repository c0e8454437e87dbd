import { Link } from "@tanstack/react-router";
import { GitCompareArrows, ListChecks, MessageSquareText } from "lucide-react";
import { Badge } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { JudgeBadge } from "./JudgeBadge";
import type { Judge, JudgeMode } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { badgeOf, MODE_NAMES, rubricWords } from "./judgePhrasing";

export function JudgesTable({ project, judges }: { project: string; judges: readonly Judge[] }) {
  const columns: Column<Judge>[] = [
    {
      key: "name",
      header: "Name",
      lead: true,
      className: "lg:w-[30%]",
      cell: (judge) => <JudgeName project={project} judge={judge} />,
    },
    { key: "trust", header: "Trust", className: "lg:w-[13%]", cell: (judge) => <JudgeBadge badge={badgeOf(judge)} /> },
    { key: "mode", header: "Mode", className: "lg:w-[13%]", cell: ({ mode }) => <ModeBadge mode={mode} /> },
    {
      key: "model",
      header: "Model",
      className: "lg:w-[16%]",
      cell: ({ model_name: name }) => (
        <span title={name} className="block truncate">
          {name}
        </span>
      ),
    },
    {
      key: "rubric",
      header: "Rubric",
      className: "lg:w-[17%]",
      cell: (judge) => (
        <span title={rubricWords(judge)} className="block truncate text-ink-muted">
          {rubricWords(judge)}
        </span>
      ),
    },
    {
      key: "made",
      header: "Changed",
      align: "right",
      className: "lg:w-[11%]",
      cell: ({ created_at: at }) => (
        <span className="text-ink-muted">
          <RelativeTime at={at} />
        </span>
      ),
    },
  ];
  return <DataTable caption="Judges of this project" columns={columns} rows={judges} rowKey={({ id }) => id} fixed />;
}

function JudgeName({ project, judge }: { project: string; judge: Judge }) {
  return (
    <div className="min-w-0 py-0.5">
      <span className="flex min-w-0 items-center gap-1.5">
        <Link
          to="/projects/$slug/judges/$judge"
          params={{ slug: project, judge: judge.id }}
          className={cx(
            "inline-flex min-h-6 min-w-0 items-center rounded font-medium text-ink",
            "hover:text-accent-ink hover:underline",
          )}
        >
          <span title={judge.name} className="truncate">
            {judge.name}
          </span>
        </Link>
        <Badge>v{judge.version}</Badge>
      </span>
      {judge.goal && (
        <p title={judge.goal} className="truncate text-xs text-ink-subtle">
          {judge.goal}
        </p>
      )}
    </div>
  );
}

const ICONS = { pointwise: ListChecks, pairwise: GitCompareArrows, free_text: MessageSquareText };

function ModeBadge({ mode }: { mode: JudgeMode }) {
  const Icon = ICONS[mode];
  return (
    <Badge tone="lilac" icon={<Icon aria-hidden />}>
      {MODE_NAMES[mode]}
    </Badge>
  );
}
