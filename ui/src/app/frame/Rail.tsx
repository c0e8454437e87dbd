import { Link } from "@tanstack/react-router";
import {
  Boxes,
  ChartNoAxesCombined,
  FlaskConical,
  FolderKanban,
  Gavel,
  GitPullRequestArrow,
  House,
  ListRestart,
  PanelLeft,
  Play,
  Settings,
  Table2,
  Tags,
  TestTubeDiagonal,
  TextQuote,
  Trophy,
} from "lucide-react";
import type { ReactNode } from "react";
import { ReviewsBadge } from "@/features/experiments/reviews";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { Logo } from "@/shared/ui/Logo";
import { Tooltip } from "@/shared/ui/Tooltip";
import { ProjectSwitcher } from "./ProjectSwitcher";
import { RailFooter } from "./RailFooter";
import { useCurrentProject } from "./useCurrentProject";

interface RailProps {
  collapsed: boolean;
  onToggle?: () => void;
  onShortcuts: () => void;
}

export function Rail({ collapsed, onToggle, onShortcuts }: RailProps) {
  const project = useCurrentProject();
  return (
    <div className="flex h-full flex-col bg-surface">
      <div
        className={cx("flex h-12 shrink-0 items-center", collapsed ? "justify-center" : "justify-between pr-2 pl-4")}
      >
        {!collapsed && (
          <Link to="/projects" className="flex items-center gap-2 rounded-md text-base font-semibold">
            <Logo size={22} /> Edison
          </Link>
        )}
        {onToggle && (
          <IconButton label={collapsed ? "Expand rail" : "Collapse rail"} aria-expanded={!collapsed} onClick={onToggle}>
            <PanelLeft aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="px-2 pb-2">
        <ProjectSwitcher collapsed={collapsed} />
      </div>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-4 overflow-y-auto px-2 py-1">
        <ul className="flex flex-col gap-0.5">
          <RailItem label="Projects" collapsed={collapsed}>
            <Link to="/projects" activeOptions={{ exact: true }} className={itemClass(collapsed)}>
              <FolderKanban aria-hidden />
              <ItemText collapsed={collapsed}>Projects</ItemText>
            </Link>
          </RailItem>
        </ul>
        {project && (
          <div>
            {!collapsed && <p className="truncate px-2 pb-1 text-xs font-medium text-ink-subtle">{project.name}</p>}
            <ul className="flex flex-col gap-0.5">
              <RailItem label="Home" collapsed={collapsed}>
                <Link
                  to="/projects/$slug"
                  params={{ slug: project.slug }}
                  activeOptions={{ exact: true }}
                  className={itemClass(collapsed)}
                >
                  <House aria-hidden />
                  <ItemText collapsed={collapsed}>Home</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Workbench" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/workbench"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <FlaskConical aria-hidden />
                  <ItemText collapsed={collapsed}>Workbench</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Experiments" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/experiments"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <TestTubeDiagonal aria-hidden />
                  <ItemText collapsed={collapsed}>Experiments</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Reviews" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/reviews"
                  params={{ slug: project.slug }}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  className={cx("relative", itemClass(collapsed))}
                >
                  <GitPullRequestArrow aria-hidden />
                  <ItemText collapsed={collapsed}>Reviews</ItemText>
                  <ReviewsBadge project={project.slug} collapsed={collapsed} />
                </Link>
              </RailItem>
              <RailItem label="Prompts" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/prompts"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <TextQuote aria-hidden />
                  <ItemText collapsed={collapsed}>Prompts</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Datasets" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/datasets"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <Table2 aria-hidden />
                  <ItemText collapsed={collapsed}>Datasets</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Runs" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/runs"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <Play aria-hidden />
                  <ItemText collapsed={collapsed}>Runs</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Suites & monitors" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/suites"
                  params={{ slug: project.slug }}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <ListRestart aria-hidden />
                  <ItemText collapsed={collapsed}>Suites & monitors</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Judges" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/judges"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <Gavel aria-hidden />
                  <ItemText collapsed={collapsed}>Judges</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Annotate" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/annotate"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <Tags aria-hidden />
                  <ItemText collapsed={collapsed}>Annotate</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Arena" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/arena"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <Trophy aria-hidden />
                  <ItemText collapsed={collapsed}>Arena</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Reports" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/reports"
                  params={{ slug: project.slug }}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <ChartNoAxesCombined aria-hidden />
                  <ItemText collapsed={collapsed}>Reports</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Models" collapsed={collapsed}>
                <Link
                  to="/projects/$slug/models"
                  params={{ slug: project.slug }}
                  activeOptions={{ includeSearch: false }}
                  className={itemClass(collapsed)}
                >
                  <Boxes aria-hidden />
                  <ItemText collapsed={collapsed}>Models</ItemText>
                </Link>
              </RailItem>
              <RailItem label="Settings" collapsed={collapsed}>
                <Link to="/projects/$slug/settings" params={{ slug: project.slug }} className={itemClass(collapsed)}>
                  <Settings aria-hidden />
                  <ItemText collapsed={collapsed}>Settings</ItemText>
                </Link>
              </RailItem>
            </ul>
          </div>
        )}
      </nav>
      <RailFooter collapsed={collapsed} onShortcuts={onShortcuts} />
    </div>
  );
}

export function itemClass(collapsed: boolean): string {
  return cx(
    "flex h-8 items-center gap-2.5 rounded-md text-sm font-medium text-ink-muted hover:bg-surface-hover hover:text-ink",
    "aria-[current=page]:bg-surface-hover aria-[current=page]:text-ink [&_svg]:size-4 [&_svg]:shrink-0",
    collapsed ? "justify-center" : "px-2",
  );
}

function ItemText({ collapsed, children }: { collapsed: boolean; children: ReactNode }) {
  return <span className={collapsed ? "sr-only" : "truncate"}>{children}</span>;
}

function RailItem({ label, collapsed, children }: { label: string; collapsed: boolean; children: ReactNode }) {
  return (
    <li>
      {collapsed ? (
        <Tooltip text={label} side="right">
          {children}
        </Tooltip>
      ) : (
        children
      )}
    </li>
  );
}
