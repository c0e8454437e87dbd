/** The questions asked about a version that is there: a label, going back to it, another prompt from it. */
import { Link, useNavigate } from "@tanstack/react-router";
import type { Project, Prompt } from "@/api/types";
import { PromoteDialog, protectionOf } from "@/features/promotions";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { notify } from "@/shared/ui/notify";
import { useForkVersion, useMoveLabel, useRestoreVersion } from "../promptMutations";
import { NameDialog } from "../NameDialog";
import { PRODUCTION } from "../promptPhrasing";
import { LabelDialog } from "./LabelDialog";
import type { QuestionProps, VersionQuestion } from "./versionDialogs";

interface VersionDialogsProps {
  project: Project;
  prompt: Prompt;
  question: VersionQuestion | null;
  onClose: () => void;
  /** After going back to a version the draft is what is shown. */
  onRestored: () => void;
}

export function VersionDialogs({ project, prompt, question, onClose, onRestored }: VersionDialogsProps) {
  if (!question) return null;
  const { version } = question;
  const shared = { project, prompt, version, onClose };
  switch (question.kind) {
    case "label":
      return <LabelDialog {...shared} />;
    case "unlabel":
      return protectionOf(project, question.label) ? (
        <ProtectedLabelDialog slug={project.slug} label={question.label} onClose={onClose} />
      ) : (
        <UnlabelQuestion {...shared} label={question.label} />
      );
    case "promote":
      return (
        <PromoteDialog
          project={project}
          prompt={prompt}
          label={question.label}
          number={version.number}
          onClose={onClose}
        />
      );
    case "restore":
      return <RestoreQuestion {...shared} onRestored={onRestored} />;
    case "fork":
      return <ForkDialog {...shared} />;
  }
}

function RestoreQuestion({
  project,
  prompt,
  version,
  onClose,
  onRestored,
}: QuestionProps & { onRestored: () => void }) {
  const restore = useRestoreVersion(project.slug, prompt.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Restore version ${version.number}?`}
      description={
        <>
          The text of this version becomes the draft and the newest version, number {prompt.latest + 1}. All versions
          are kept.
          {!prompt.clean && (
            <strong className="mt-2 block font-medium text-warning">
              The draft has changes that are not in any version. They will be lost unless you save a version first.
            </strong>
          )}
        </>
      }
      confirmLabel="Restore"
      danger={!prompt.clean}
      busy={restore.isPending}
      onConfirm={() =>
        restore.mutate(version.number, {
          onSuccess: (made) => {
            notify.success(`Version ${version.number} was restored as version ${made.number}`);
            onRestored();
          },
          onError: notify.failure,
          onSettled: onClose,
        })
      }
    />
  );
}

function UnlabelQuestion({ project, prompt, version, label, onClose }: QuestionProps & { label: string }) {
  const move = useMoveLabel(project.slug, prompt.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove the label ${label}?`}
      description={
        label === PRODUCTION
          ? "Programs that request the production version of this prompt will find none. " +
            `Version ${version.number} is kept.`
          : `Version ${version.number} is kept. Programs that request ${label} will find no version.`
      }
      confirmLabel="Remove label"
      danger
      busy={move.isPending}
      onConfirm={() =>
        move.mutate(
          { label, number: null },
          { onSuccess: () => notify.success(`Label ${label} removed`), onError: notify.failure, onSettled: onClose },
        )
      }
    />
  );
}

function ProtectedLabelDialog({ slug, label, onClose }: { slug: string; label: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The label ${label} is protected`}
      description={
        `It can be promoted to another version, but not removed. To remove ${label}, ` +
        "an admin first removes its protection in the settings of the project."
      }
      width="sm"
    >
      <DialogFooter>
        <Button variant="secondary" asChild>
          <Link to="/projects/$slug/settings/general" params={{ slug }} hash="protected-labels">
            Open settings
          </Link>
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function ForkDialog({ project, prompt, version, onClose }: QuestionProps) {
  const fork = useForkVersion(project.slug, prompt.id);
  const navigate = useNavigate();
  return (
    <NameDialog
      title={`Fork version ${version.number}`}
      description="Creates a new prompt with this text and a link to its source."
      initial={`${prompt.name} (fork)`}
      action="Fork"
      busy={fork.isPending}
      onClose={onClose}
      onName={async (name) => {
        const made = await fork.mutateAsync({ number: version.number, name });
        notify.success(`${made.name} was created`);
        await navigate({ to: "/projects/$slug/prompts/$prompt", params: { slug: project.slug, prompt: made.id } });
      }}
    />
  );
}
