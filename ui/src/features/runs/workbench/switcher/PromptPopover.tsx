import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Check, ChevronsUpDown, PenLine, Plus, Scale } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { fewPromptsQuery } from "@/features/prompts";
import { useDebounced } from "@/shared/forms/useDebounced";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";

const SHOWN = 50;
const NEW = "new-prompt";

interface PromptPopoverProps {
  project: string;
  current: string;
  onOpen: (prompt: string) => void;
  /** Null without permission to edit. */
  onNew: (() => void) | null;
}

export function PromptPopover({ project, current, onOpen, onNew }: PromptPopoverProps) {
  const [open, setOpen] = useState(false);
  const close = (then: () => void) => () => {
    setOpen(false);
    then();
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label="Switch prompt" tip={false} className="size-7">
          <ChevronsUpDown aria-hidden />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Switch prompt"
          className={cx(
            "z-50 w-80 max-w-[calc(100vw-1rem)] animate-pop-in overflow-hidden rounded-lg bg-raised shadow-float",
            "focus:outline-none",
          )}
        >
          <Prompts
            project={project}
            current={current}
            onOpen={(prompt) => close(() => prompt !== current && onOpen(prompt))()}
            onNew={onNew && close(onNew)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const ITEM = cx(
  "flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm text-ink select-none",
  "data-[selected=true]:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0",
);

function Prompts({ project, current, onOpen, onNew }: PromptPopoverProps) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), 150);
  const found = useQuery(fewPromptsQuery(project, search, SHOWN));
  const prompts = found.data?.items ?? [];
  const words = found.isPending
    ? "Loading…"
    : found.isError
      ? "The prompts could not be loaded"
      : prompts.length === 0
        ? typed
          ? "No results found"
          : "No prompts yet"
        : "";
  return (
    <Command label="Switch prompt" shouldFilter={false} defaultValue={current}>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Find a prompt…"
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm text-ink focus-visible:outline-none"
      />
      <Command.List label="Prompts" className="max-h-80 overflow-y-auto p-1">
        {prompts.map(({ id, name, kind, latest }) => (
          <Command.Item key={id} value={id} onSelect={() => onOpen(id)} className={ITEM}>
            {kind === "grader" ? (
              <Scale aria-label="Grader" role="img" className="text-lilac" />
            ) : (
              <PenLine aria-hidden className="text-ink-subtle" />
            )}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-2xs text-ink-subtle">{latest > 0 ? `v${latest}` : "draft"}</span>
            {id === current && <Check aria-label="open" role="img" className="text-accent-ink" />}
          </Command.Item>
        ))}
        {onNew && (
          <Command.Item value={NEW} onSelect={onNew} className={ITEM}>
            <Plus aria-hidden className="text-ink-subtle" /> New prompt
          </Command.Item>
        )}
      </Command.List>
      <p role="status" className="px-3 pb-2.5 text-sm text-ink-muted empty:hidden">
        {words}
      </p>
    </Command>
  );
}
