import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { Dataset } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { DatasetKindBadge } from "./DatasetBadges";

export function DatasetsTable({ project, datasets }: { project: string; datasets: readonly Dataset[] }) {
  const columns: Column<Dataset>[] = [
    {
      key: "name",
      header: "Dataset",
      lead: true,
      className: "lg:w-[46%]",
      cell: (dataset) => <DatasetName project={project} dataset={dataset} />,
    },
    { key: "kind", header: "Kind", className: "lg:w-[14%]", cell: ({ kind }) => <DatasetKindBadge kind={kind} /> },
    {
      key: "cases",
      header: "Cases",
      align: "right",
      className: "lg:w-[12%]",
      cell: ({ cases }) => cases.toLocaleString("en"),
    },
    {
      key: "version",
      header: "Version",
      align: "right",
      className: "lg:w-[12%]",
      cell: ({ version }) =>
        version === 0 ? (
          <span className="text-ink-subtle">empty</span>
        ) : (
          <span className="font-mono text-xs">v{version}</span>
        ),
    },
    {
      key: "updated",
      header: "Updated",
      align: "right",
      className: "lg:w-[16%]",
      cell: ({ updated_at: at }) => (
        <span className="text-ink-muted">
          <RelativeTime at={at} />
        </span>
      ),
    },
  ];
  return (
    <DataTable caption="Datasets of this project" columns={columns} rows={datasets} rowKey={({ id }) => id} fixed />
  );
}

function DatasetName({ project, dataset }: { project: string; dataset: Dataset }) {
  return (
    <div className="min-w-0 py-0.5">
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/projects/$slug/datasets/$dataset"
          params={{ slug: project, dataset: dataset.id }}
          className={cx(
            "inline-flex min-h-6 min-w-0 items-center rounded font-medium text-ink",
            "hover:text-accent-ink hover:underline",
          )}
        >
          <span title={dataset.name} className="truncate">
            {dataset.name}
          </span>
        </Link>
        {dataset.holdout_locked && <Badge icon={<Lock aria-hidden />}>Hold-out locked</Badge>}
      </div>
      {dataset.description && (
        <p title={dataset.description} className="truncate text-xs text-ink-subtle">
          {dataset.description}
        </p>
      )}
    </div>
  );
}
