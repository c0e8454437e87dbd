import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FolderKanban } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { projectListQuery } from "@/features/people/projects";
import { useDebounced } from "@/shared/forms/useDebounced";
import { RoleBadge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { useFocusReturn } from "@/shared/ui/useFocusReturn";
import { useCurrentProject } from "../frame/useCurrentProject";
import { commandGroup, commandInput, commandItem, useSelectedItem } from "./commandList";
import { useFoundInProject } from "./useFoundInProject";
import { matching, usePaletteCommands } from "./usePaletteCommands";

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-veil" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className={cx(
            "fixed top-[12vh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2",
            "animate-fade-in overflow-hidden rounded-xl bg-raised shadow-float focus:outline-none",
          )}
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Palette onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const GROUPS = ["Actions", "Pages"] as const;
const projectValue = (id: string) => `project-${id}`;

function Palette({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const settled = useDebounced(typed.trim());
  const searching = settled.length >= 2;
  const projects = useQuery({
    ...projectListQuery({ search: searching ? settled : "", role: null, archived: false, cursor: null }),
    select: (page) => page.items.slice(0, 8),
  });
  const navigate = useNavigate();
  const commands = matching(usePaletteCommands(), typed);
  // What is on the screen answers an earlier word until the server has spoken; Enter must never open that.
  const wanted = typed.trim().toLowerCase();
  const found = (projects.data ?? []).filter((project) => project.name.toLowerCase().includes(wanted));
  const here = useCurrentProject();
  const inProject = useFoundInProject(here?.slug ?? null, typed, settled);
  const groups = GROUPS.map((group) => ({ group, items: commands.filter((command) => command.group === group) }));
  const selection = useSelectedItem([
    ...found.map((project) => projectValue(project.id)),
    ...inProject.flatMap(({ items }) => items.map(({ value }) => value)),
    ...groups.flatMap(({ items }) => items.map(({ id }) => id)),
  ]);
  const run = (action: () => void) => {
    onDone();
    action();
  };

  return (
    <Command label="Search and commands" shouldFilter={false} {...selection}>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={here ? "Search this project, pages and actions…" : "Search projects, pages and actions…"}
        className={commandInput}
      />
      <Command.List label="Results" className="max-h-[50vh] overflow-y-auto p-1.5">
        {commands.length === 0 && found.length === 0 && inProject.length === 0 && (
          <p role="status" className="px-2 py-6 text-center text-sm text-ink-muted">
            No results found
          </p>
        )}
        {found.length > 0 && (
          <Command.Group heading="Projects" className={commandGroup}>
            {found.map((project) => (
              <Command.Item
                key={project.id}
                value={projectValue(project.id)}
                onSelect={() => run(() => void navigate({ to: "/projects/$slug", params: { slug: project.slug } }))}
                className={commandItem}
              >
                <FolderKanban aria-hidden />
                <span className="min-w-0 flex-1 truncate">{project.name}</span>
                <RoleBadge role={project.role} />
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {inProject.map(({ heading, items }) => (
          <Command.Group key={heading} heading={heading} className={commandGroup}>
            {items.map(({ value, label, note, icon, href }) => (
              <Command.Item
                key={value}
                value={value}
                onSelect={() => run(() => void navigate({ href }))}
                className={commandItem}
              >
                {icon}
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <span className="max-w-40 truncate text-xs text-ink-subtle">{note}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {groups.map(({ group, items }) => {
          if (items.length === 0) return null;
          return (
            <Command.Group key={group} heading={group} className={commandGroup}>
              {items.map((command) => (
                <Command.Item
                  key={command.id}
                  value={command.id}
                  onSelect={() => run(command.run)}
                  className={commandItem}
                >
                  {command.icon}
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
                  {command.note && <span className="shrink-0 text-xs text-ink-subtle">{command.note}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          );
        })}
      </Command.List>
    </Command>
  );
}
