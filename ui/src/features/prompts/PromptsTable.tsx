import { Link } from "@tanstack/react-router";
import type { PromptCard } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { PromptKindBadge } from "./PromptKindBadge";
import { LabelBadge } from "./versions/LabelBadge";
import { VersionBadge } from "./VersionBadge";
import { setLabels } from "./promptPhrasing";

export function PromptsTable({ project, prompts }: { project: string; prompts: readonly PromptCard[] }) {
  const columns: Column<PromptCard>[] = [
    {
      key: "name",
      header: "Name",
      lead: true,
      className: "lg:w-[39%]",
      cell: (prompt) => <PromptName project={project} prompt={prompt} />,
    },
    { key: "kind", header: "Kind", className: "lg:w-[11%]", cell: ({ kind }) => <PromptKindBadge kind={kind} /> },
    {
      key: "version",
      header: "Version",
      className: "lg:w-[15%]",
      cell: (prompt) => <VersionBadge latest={prompt.latest} clean={prompt.clean} />,
    },
    {
      key: "labels",
      header: "Labels",
      className: "lg:w-[22%]",
      cell: ({ labels }) => <PromptLabels labels={labels} />,
    },
    {
      key: "updated",
      header: "Updated",
      align: "right",
      className: "lg:w-[13%]",
      cell: ({ updated_at: at }) => (
        <span className="text-ink-muted">
          <RelativeTime at={at} />
        </span>
      ),
    },
  ];
  return <DataTable caption="Prompts of this project" columns={columns} rows={prompts} rowKey={({ id }) => id} fixed />;
}

function PromptName({ project, prompt }: { project: string; prompt: PromptCard }) {
  const about = prompt.description || prompt.preview;
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
      {about && (
        <p title={about} className="truncate text-xs text-ink-subtle">
          {about}
        </p>
      )}
    </div>
  );
}

function PromptLabels({ labels }: Pick<PromptCard, "labels">) {
  const set = setLabels(labels);
  if (set.length === 0) return <span className="text-ink-subtle">–</span>;
  return (
    <div className="flex flex-wrap gap-1">
      {set.map(([label, number]) => (
        <LabelBadge key={label} label={label} number={number} />
      ))}
    </div>
  );
}
