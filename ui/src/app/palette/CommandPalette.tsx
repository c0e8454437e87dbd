import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FolderKanban, Table2, TextQuote } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { fewDatasetsQuery } from "@/features/datasets";
import { fewModelsQuery } from "@/features/models";
import { projectListQuery } from "@/features/projects";
import { fewPromptsQuery } from "@/features/prompts";
import { useDebounced } from "@/shared/forms/useDebounced";
import { countOf } from "@/shared/format/quantities";
import { RoleBadge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { useFocusReturn } from "@/shared/ui/useFocusReturn";
import { useHere } from "../frame/useHere";
import { commandGroup, commandInput, commandItem, useSelectedItem } from "./commandList";
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
const promptValue = (id: string) => `prompt-${id}`;
const datasetValue = (id: string) => `dataset-${id}`;
const modelValue = (id: string) => `model-${id}`;

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
  const here = useHere();
  const models = useQuery({ ...fewModelsQuery(here?.slug ?? "", settled), enabled: here !== null && searching });
  const named = (searching ? (models.data?.items ?? []) : []).filter(({ name, title }) =>
    `${title} ${name}`.toLowerCase().includes(wanted),
  );
  const prompts = useQuery({ ...fewPromptsQuery(here?.slug ?? "", settled), enabled: here !== null && searching });
  const written = (searching ? (prompts.data?.items ?? []) : []).filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  );
  const datasets = useQuery({ ...fewDatasetsQuery(here?.slug ?? "", settled), enabled: here !== null && searching });
  const held = (searching ? (datasets.data?.items ?? []) : []).filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  );
  const groups = GROUPS.map((group) => ({ group, items: commands.filter((command) => command.group === group) }));
  const selection = useSelectedItem([
    ...found.map((project) => projectValue(project.id)),
    ...written.map((prompt) => promptValue(prompt.id)),
    ...held.map((dataset) => datasetValue(dataset.id)),
    ...named.map((model) => modelValue(model.id)),
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
        placeholder="Search projects, prompts, datasets, models, pages and actions…"
        className={commandInput}
      />
      <Command.List label="Results" className="max-h-[50vh] overflow-y-auto p-1.5">
        {commands.length === 0 &&
          found.length === 0 &&
          written.length === 0 &&
          held.length === 0 &&
          named.length === 0 && (
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
        {here && written.length > 0 && (
          <Command.Group heading="Prompts" className={commandGroup}>
            {written.map((prompt) => (
              <Command.Item
                key={prompt.id}
                value={promptValue(prompt.id)}
                onSelect={() =>
                  run(
                    () =>
                      void navigate({
                        to: "/projects/$slug/prompts/$prompt",
                        params: { slug: here.slug, prompt: prompt.id },
                      }),
                  )
                }
                className={commandItem}
              >
                <TextQuote aria-hidden />
                <span className="min-w-0 flex-1 truncate">{prompt.name}</span>
                <span className="text-xs text-ink-subtle">{prompt.latest > 0 ? `v${prompt.latest}` : "draft"}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {here && held.length > 0 && (
          <Command.Group heading="Datasets" className={commandGroup}>
            {held.map((dataset) => (
              <Command.Item
                key={dataset.id}
                value={datasetValue(dataset.id)}
                onSelect={() =>
                  run(
                    () =>
                      void navigate({
                        to: "/projects/$slug/datasets/$dataset",
                        params: { slug: here.slug, dataset: dataset.id },
                      }),
                  )
                }
                className={commandItem}
              >
                <Table2 aria-hidden />
                <span className="min-w-0 flex-1 truncate">{dataset.name}</span>
                <span className="text-xs text-ink-subtle">{countOf(dataset.cases, "case")}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {here && named.length > 0 && (
          <Command.Group heading="Models" className={commandGroup}>
            {named.map((model) => (
              <Command.Item
                key={model.id}
                value={modelValue(model.id)}
                onSelect={() =>
                  run(
                    () =>
                      void navigate({
                        to: "/projects/$slug/models/$model",
                        params: { slug: here.slug, model: model.id },
                      }),
                  )
                }
                className={commandItem}
              >
                <ProviderMark provider={model.provider} size="sm" />
                <span className="min-w-0 flex-1 truncate">
                  {model.title}
                  {model.title !== model.name && <code className="ml-2 text-xs text-ink-subtle">{model.name}</code>}
                </span>
                <span className="max-w-40 truncate text-xs text-ink-subtle">{model.credential_label}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
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
                  <span className="truncate">{command.label}</span>
                </Command.Item>
              ))}
            </Command.Group>
          );
        })}
      </Command.List>
    </Command>
  );
}
