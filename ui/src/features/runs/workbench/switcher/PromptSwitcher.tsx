import { Link } from "@tanstack/react-router";
import { Copy, EllipsisVertical, FileText, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Project, Prompt } from "@/api/types";
import { may } from "@/features/people/projects";
import { DeletePromptQuestion, keepOpenDraft, RenameField, useDuplicatePrompt } from "@/features/prompts";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { PromptPopover } from "./PromptPopover";
import { useNewPrompt } from "./useNewPrompt";
import { VersionMark } from "./VersionMark";

interface PromptSwitcherProps {
  project: Project;
  prompt: Prompt;
  onOpen: (prompt: string) => void;
  onGone: () => void;
  /** A button of the screen that stands beside those of the prompt. */
  children?: ReactNode;
}

/** Which prompt this is, and the way to another. */
export function PromptSwitcher({ project, prompt, onOpen, onGone, children }: PromptSwitcherProps) {
  const { slug } = project;
  const mayEdit = may(project, "edit_prompts") && project.archived_at === null;
  const [asked, setAsked] = useState<"name" | "delete" | null>(null);
  const heading = usePageHeading([prompt.name, "Workbench", project.name]);
  const nameButton = useRef<HTMLButtonElement>(null);
  const duplicate = useDuplicatePrompt(slug, prompt.id);
  const { begin, busy } = useNewPrompt(slug, onOpen);

  const copy = async () => {
    // What is still on its way belongs into the copy.
    if (!(await keepOpenDraft(prompt.id))) return notify.warning("Not copied: your changes are not saved yet.");
    duplicate.mutate(undefined, {
      onSuccess: (made) => {
        notify.success(`${made.name} was created`);
        onOpen(made.id);
      },
      onError: notify.failure,
    });
  };
  const renamed = () => {
    setAsked(null);
    // The field is gone, so the focus returns to the name.
    window.setTimeout(() => document.activeElement === document.body && nameButton.current?.focus());
  };
  return (
    <div className="flex min-h-12 w-full min-w-0 shrink-0 items-center gap-1 border-b border-line py-1 pr-2 pl-1.5">
      {asked === "name" ? (
        <div className="min-w-0 flex-1">
          <RenameField project={slug} prompt={prompt} onDone={renamed} dense />
        </div>
      ) : (
        <h1 ref={heading} tabIndex={-1} data-page-heading className="min-w-0">
          {mayEdit ? (
            <button
              ref={nameButton}
              type="button"
              title="Click to rename"
              onClick={() => setAsked("name")}
              className={cx(
                "block max-w-full cursor-text truncate rounded-md px-2 py-1 text-sm font-semibold text-ink",
                "hover:bg-surface-hover",
              )}
            >
              {prompt.name}
            </button>
          ) : (
            <span className="block truncate px-2 text-sm font-semibold text-ink">{prompt.name}</span>
          )}
        </h1>
      )}
      <VersionMark prompt={prompt} />
      <span className="ml-auto flex shrink-0 items-center">
        <PromptPopover project={slug} current={prompt.id} onOpen={onOpen} onNew={mayEdit ? begin : null} />
        {mayEdit && (
          <IconButton label="New prompt" className="size-7" aria-busy={busy || undefined} onClick={begin}>
            <Plus aria-hidden />
          </IconButton>
        )}
        <DropdownMenu
          trigger={
            <IconButton label="More about this prompt" tip={false} className="size-7">
              <EllipsisVertical aria-hidden />
            </IconButton>
          }
        >
          {mayEdit && (
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked("name")}>
              Rename
            </MenuItem>
          )}
          {mayEdit && (
            <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
              Duplicate
            </MenuItem>
          )}
          <MenuItem asChild>
            <Link to="/projects/$slug/prompts/$prompt" params={{ slug, prompt: prompt.id }}>
              <FileText aria-hidden /> Versions and labels
            </Link>
          </MenuItem>
          {mayEdit && <MenuSeparator />}
          {mayEdit && (
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsked("delete")}>
              Delete…
            </MenuItem>
          )}
        </DropdownMenu>
        {children}
      </span>
      {asked === "delete" && (
        <DeletePromptQuestion project={slug} prompt={prompt} onClose={() => setAsked(null)} onGone={onGone} />
      )}
    </div>
  );
}
