import { Link } from "@tanstack/react-router";
import { Archive, Database, TestTubeDiagonal, Users } from "lucide-react";
import type { ProjectSummary } from "@/api/types";
import { countOf, truncate } from "@/shared/format/quantities";
import { Badge, RoleBadge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";

const DESCRIPTION_LENGTH = 100;

export function ProjectCard({ project }: { project: ProjectSummary }) {
  return (
    <li
      className={cx(
        "group relative flex min-h-36 flex-col gap-2 rounded-lg border border-line bg-raised",
        "p-4 transition-colors duration-150 hover:border-line-strong hover:bg-surface",
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-base font-semibold wrap-anywhere">
          {/* The link covers the card, so that all of it can be clicked while the name stays the link's text. */}
          <Link
            to="/projects/$slug"
            params={{ slug: project.slug }}
            className="rounded after:absolute after:inset-0 after:rounded-lg"
          >
            {project.name}
          </Link>
        </h2>
        <RoleBadge role={project.role} />
      </div>
      <p className="text-sm wrap-anywhere text-ink-muted">
        {project.description ? (
          truncate(project.description, DESCRIPTION_LENGTH)
        ) : (
          <span className="text-ink-subtle">No description</span>
        )}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-xs text-ink-subtle">
        {project.archived_at && (
          <Badge tone="warning" icon={<Archive aria-hidden />}>
            Archived
          </Badge>
        )}
        <span className="inline-flex items-center gap-1">
          <Users aria-hidden className="size-3.5" /> {countOf(project.member_count, "member")}
        </span>
        <span className="inline-flex items-center gap-1">
          <Database aria-hidden className="size-3.5" /> {countOf(project.dataset_count, "dataset")}
        </span>
        <span className="inline-flex items-center gap-1">
          <TestTubeDiagonal aria-hidden className="size-3.5" /> {countOf(project.experiment_count, "experiment")}
        </span>
        <span className="relative z-10 ml-auto">
          Updated <RelativeTime at={project.updated_at} />
        </span>
      </div>
    </li>
  );
}
