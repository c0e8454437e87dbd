import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Check, ChevronsUpDown, FolderKanban, Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { openNewProject, projectListQuery } from "@/features/people/projects";
import { useDebounced } from "@/shared/forms/useDebounced";
import { cx } from "@/shared/ui/cx";
import { commandInput, commandItem, useSelectedItem } from "../palette/commandList";
import { useCurrentProject } from "./useCurrentProject";

export function ProjectSwitcher({ collapsed }: { collapsed: boolean }) {
  const [open, setOpen] = useState(false);
  const here = useCurrentProject();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={cx(
          "flex h-9 w-full items-center gap-2 rounded-md border border-line-strong bg-raised text-sm",
          "hover:bg-surface-hover",
          collapsed ? "justify-center" : "px-2",
        )}
      >
        {collapsed ? (
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-accent-ink" />
        ) : (
          <FolderKanban aria-hidden className="size-4 shrink-0 text-accent-ink" />
        )}
        <span className="sr-only">Switch project</span>
        {!collapsed && (
          <>
            <span className="min-w-0 flex-1 truncate text-left font-medium">{here?.name ?? "Choose a project"}</span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-subtle" />
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Switch project"
          className="z-50 w-72 animate-pop-in overflow-hidden rounded-lg bg-raised shadow-float"
        >
          <Switcher current={here?.slug ?? null} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Switcher({ current, onDone }: { current: string | null; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const settled = useDebounced(typed.trim());
  const list = useQuery(
    projectListQuery({ search: settled.length >= 2 ? settled : "", role: null, archived: false, cursor: null }),
  );
  const selection = useSelectedItem([...(list.data?.items ?? []).map(({ id }) => id), "new-project"]);
  const navigate = useNavigate();
  const go = (slug: string) => {
    onDone();
    void navigate({ to: "/projects/$slug", params: { slug } });
  };
  return (
    <Command label="Switch project" shouldFilter={false} {...selection}>
      <Command.Input value={typed} onValueChange={setTyped} placeholder="Find a project…" className={commandInput} />
      <Command.List label="Projects" className="max-h-72 overflow-y-auto p-1">
        {list.isPending && (
          <Command.Loading>
            <p className="px-2 py-2 text-sm text-ink-muted">Loading…</p>
          </Command.Loading>
        )}
        {list.data?.items.map((project) => (
          <Command.Item key={project.id} value={project.id} onSelect={() => go(project.slug)} className={commandItem}>
            <span className="min-w-0 flex-1 truncate">{project.name}</span>
            {project.slug === current && <Check aria-label="current" role="img" className="text-accent-ink" />}
          </Command.Item>
        ))}
        {list.data?.items.length === 0 && (
          <p className="px-2 py-2 text-sm text-ink-muted">{typed ? "No results found" : "No projects yet"}</p>
        )}
        <Command.Item
          value="new-project"
          onSelect={() => {
            onDone();
            openNewProject();
          }}
          className={commandItem}
        >
          <Plus aria-hidden /> New project
        </Command.Item>
      </Command.List>
    </Command>
  );
}
