import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, EllipsisVertical, FlaskConical, Pencil, Play, Save, TextCursorInput, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Project, Prompt } from "@/api/types";
import { may } from "@/features/people/projects";
import { useOverridden } from "@/features/promotions";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { Tooltip } from "@/shared/ui/Tooltip";
import { useDuplicatePrompt } from "./promptMutations";
import { DeletePromptQuestion, DescriptionDialog } from "./PromptDialogs";
import type { PromptDraft } from "./draft/usePromptDraft";
import { DraftStatus } from "./DraftStatus";
import { PromptKindBadge } from "./PromptKindBadge";
import { RenameField } from "./RenameField";
import { LabelBadge } from "./versions/LabelBadge";
import { SaveVersionDialog } from "./versions/SaveVersionDialog";
import { VersionBadge } from "./VersionBadge";
import { setLabels } from "./promptPhrasing";

interface PromptHeaderProps {
  project: Project;
  prompt: Prompt;
  draft: PromptDraft;
  mayEdit: boolean;
  /** Number of the version whose text is being edited; null: the newest. */
  from: number | null;
  onSaved: () => void;
}

type Asked = "name" | "description" | "delete" | "version";

export function PromptHeader({ project, prompt, draft, mayEdit, from, onSaved }: PromptHeaderProps) {
  const { slug } = project;
  const [asked, setAsked] = useState<Asked | null>(null);
  const heading = usePageHeading([prompt.name, "Prompts", project.name]);
  const duplicate = useDuplicatePrompt(slug, prompt.id);
  const overridden = useOverridden(project, prompt);
  const navigate = useNavigate();
  const close = () => setAsked(null);
  const unchanged = prompt.clean && !draft.dirty;
  const copy = async () => {
    await draft.save();
    duplicate.mutate(undefined, {
      onSuccess: (made) => {
        notify.success(`${made.name} was created`);
        void navigate({ to: "/projects/$slug/prompts/$prompt", params: { slug, prompt: made.id } });
      },
      onError: notify.failure,
    });
  };
  const workbench = prompt.kind === "generator" && (
    <Button variant="secondary" asChild>
      <Link
        to="/projects/$slug/workbench/$prompt"
        params={{ slug, prompt: prompt.id }}
        onClick={() => void draft.save()}
      >
        <FlaskConical aria-hidden /> Open in workbench
      </Link>
    </Button>
  );
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
          {asked === "name" ? (
            <RenameField project={slug} prompt={prompt} onDone={close} />
          ) : (
            <>
              <h1
                ref={heading}
                tabIndex={-1}
                data-page-heading
                className="min-w-0 text-xl font-semibold wrap-anywhere text-ink"
              >
                {prompt.name}
              </h1>
              {mayEdit && (
                <IconButton label="Rename" onClick={() => setAsked("name")}>
                  <Pencil aria-hidden />
                </IconButton>
              )}
            </>
          )}
          <PromptKindBadge kind={prompt.kind} />
          <VersionBadge latest={prompt.latest} clean={unchanged} />
          {setLabels(prompt.labels).map(([label, number]) => (
            <LabelBadge key={label} label={label} number={number} overridden={overridden.has(label)} />
          ))}
        </div>
        {prompt.description && (
          <p className="mt-1 max-w-3xl text-sm wrap-anywhere text-ink-muted">{prompt.description}</p>
        )}
      </div>
      {!mayEdit && workbench}
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <DraftStatus draft={draft} />
          {unchanged && prompt.latest > 0 ? (
            <Tooltip text={`Nothing has changed since version ${prompt.latest}`}>
              <Button disabled>
                <Save aria-hidden /> Save version
              </Button>
            </Tooltip>
          ) : (
            <Button onClick={() => setAsked("version")}>
              <Save aria-hidden /> Save version
            </Button>
          )}
          {prompt.kind === "generator" && may(project, "start_runs") && (
            <Button variant="secondary" asChild>
              <Link
                to="/projects/$slug/runs/new"
                params={{ slug }}
                search={{ prompt: prompt.id }}
                onClick={() => void draft.save()}
              >
                <Play aria-hidden /> Run
              </Link>
            </Button>
          )}
          {workbench}
          <DropdownMenu
            trigger={
              <IconButton label="More" tip={false}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked("name")}>
              Rename
            </MenuItem>
            <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setAsked("description")}>
              {prompt.description ? "Edit description" : "Add description"}
            </MenuItem>
            <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
              Duplicate
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsked("delete")}>
              Delete…
            </MenuItem>
          </DropdownMenu>
        </div>
      )}
      {asked === "version" && (
        <SaveVersionDialog
          project={slug}
          draft={draft}
          from={from}
          onSaved={() => {
            close();
            onSaved();
          }}
          onClose={close}
        />
      )}
      {asked === "description" && <DescriptionDialog project={slug} prompt={prompt} onClose={close} />}
      {asked === "delete" && <DeletePromptQuestion project={slug} prompt={prompt} onClose={close} />}
    </div>
  );
}
