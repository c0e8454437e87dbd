import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Menu, Search } from "lucide-react";
import { AlertBell } from "@/features/alerts";
import { waitingQuery } from "@/features/home";
import { NotificationBell } from "@/features/notifications";
import { Breadcrumb } from "@/shared/ui/Breadcrumb";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { Kbd } from "@/shared/ui/Kbd";
import { ConnectionBadge } from "./ConnectionBadge";
import { crumbsFor } from "./breadcrumbs";
import {
  useBoardHere,
  useDatasetHere,
  useExperimentHere,
  useCurrentProject,
  useJudgeHere,
  useModelHere,
  usePromptHere,
  useRunHere,
  useSuiteHere,
} from "./useCurrentProject";

interface HeaderProps {
  onMenu: () => void;
  onSearch: () => void;
}

export function Header({ onMenu, onSearch }: HeaderProps) {
  const project = useCurrentProject();
  const { data: waiting } = useQuery({ ...waitingQuery(project?.slug ?? ""), enabled: project !== null });
  const model = useModelHere();
  const prompt = usePromptHere();
  const dataset = useDatasetHere();
  const run = useRunHere();
  const judge = useJudgeHere();
  const experiment = useExperimentHere();
  const suite = useSuiteHere();
  const board = useBoardHere();
  const pathname = useLocation({ select: (location) => location.pathname });
  const crumbs = crumbsFor(
    pathname,
    project?.name ?? null,
    model,
    prompt,
    dataset,
    run,
    judge,
    experiment,
    suite,
    board,
  ).map(({ label, href }) => ({
    key: label,
    content: href ? (
      <Link
        to={href}
        activeOptions={{ exact: true }}
        title={label}
        className="flex min-h-6 min-w-0 items-center rounded hover:text-ink"
      >
        <span className="truncate">{label}</span>
      </Link>
    ) : (
      label
    ),
  }));
  return (
    <header
      className={cx(
        "sticky top-0 z-20 flex h-12 shrink-0 items-center gap-3 border-b border-line bg-canvas px-4",
        "print:hidden",
      )}
    >
      <IconButton label="Open menu" tip={false} className="-ml-1 md:hidden" onClick={onMenu}>
        <Menu aria-hidden />
      </IconButton>
      <div className="min-w-0 flex-1">
        <Breadcrumb crumbs={crumbs} />
      </div>
      <ConnectionBadge />
      {project && (
        <AlertBell
          project={project.slug}
          waiting={waiting?.alerts ?? 0}
          critical={(waiting?.critical_alerts ?? 0) > 0}
        />
      )}
      <NotificationBell />
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className={cx(
          "inline-flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong",
          "px-2 text-sm text-ink-subtle hover:bg-surface-hover hover:text-ink lg:w-52",
        )}
      >
        <Search aria-hidden className="size-4" />
        <span className="sr-only">Search and commands</span>
        <span aria-hidden className="hidden flex-1 text-left lg:inline">
          Search…
        </span>
        <span aria-hidden className="hidden lg:inline">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
    </header>
  );
}
