import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { FolderKanban, PanelLeft } from "lucide-react";
import type { ReactNode } from "react";
import { waitingQuery } from "@/features/home";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { Logo } from "@/shared/ui/Logo";
import { Tooltip } from "@/shared/ui/Tooltip";
import { ProjectSwitcher } from "./ProjectSwitcher";
import { PAGE_GROUPS } from "./projectPages";
import { RailFooter } from "./RailFooter";
import { useCurrentProject } from "./useCurrentProject";
import { WaitingCount } from "./WaitingCount";

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
      <nav aria-label="Main" className="flex flex-1 flex-col gap-3 overflow-y-auto px-2 py-1">
        <ul className="flex flex-col gap-0.5">
          <RailItem label="Projects" collapsed={collapsed}>
            <Link to="/projects" activeOptions={{ exact: true }} className={itemClass(collapsed)}>
              <FolderKanban aria-hidden />
              <ItemText collapsed={collapsed}>Projects</ItemText>
            </Link>
          </RailItem>
        </ul>
        {project && <ProjectPages slug={project.slug} collapsed={collapsed} />}
      </nav>
      <RailFooter collapsed={collapsed} onShortcuts={onShortcuts} />
    </div>
  );
}

function ProjectPages({ slug, collapsed }: { slug: string; collapsed: boolean }) {
  const { data: waiting } = useQuery(waitingQuery(slug));
  const here = useLocation({ select: ({ pathname }) => pathname });
  return PAGE_GROUPS.map(({ title, pages }) => (
    <div key={title ?? pages[0]?.label} className={cx(collapsed && "border-t border-line pt-3")}>
      {title && !collapsed && (
        <p aria-hidden className="px-2 pb-0.5 text-xs font-medium text-ink-subtle">
          {title}
        </p>
      )}
      <ul aria-label={title ?? undefined} className="flex flex-col gap-0.5">
        {pages.map(({ label, path, icon: Icon, also, waits }) => (
          <RailItem key={path} label={label} collapsed={collapsed}>
            <Link
              to={addressOf(slug, path)}
              activeOptions={{ exact: path === "", includeSearch: false }}
              aria-current={also?.some((other) => here.startsWith(addressOf(slug, other))) ? "page" : undefined}
              className={itemClass(collapsed)}
            >
              <Icon aria-hidden />
              <ItemText collapsed={collapsed}>{label}</ItemText>
              {waits && waiting && (
                <WaitingCount
                  count={waits.count(waiting)}
                  urgent={waits.urgent?.(waiting) ?? false}
                  words={waits.words(waits.count(waiting))}
                  collapsed={collapsed}
                />
              )}
            </Link>
          </RailItem>
        ))}
      </ul>
    </div>
  ));
}

/** As text: an address that is put together is none that the router knows by type. */
const addressOf = (slug: string, path: string): string => `/projects/${slug}${path}`;

function itemClass(collapsed: boolean): string {
  return cx(
    "relative flex h-9 items-center gap-2.5 rounded-md text-sm font-medium text-ink-muted md:h-7",
    "hover:bg-surface-hover hover:text-ink",
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
