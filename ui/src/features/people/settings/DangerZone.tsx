import { type ReactNode, useState } from "react";
import type { Project } from "@/api/types";
import { may, useArchiveProject, useDeleteProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { TransferDialog } from "./TransferDialog";

export function DangerZone({ project }: { project: Project }) {
  const [asking, setAsking] = useState<"archive" | "transfer" | "delete" | null>(null);
  const archived = project.archived_at !== null;
  const archive = useArchiveProject(project.slug, archived ? "restore" : "archive");
  const remove = useDeleteProject(project.slug);
  const mayDelete = may(project, "delete_project");
  const mayArchive = may(project, "archive_project");
  const mayTransfer = may(project, "transfer_ownership") && !archived;
  if (!mayArchive && !mayTransfer && !mayDelete) return null;

  const change = () =>
    archive.mutate(undefined, {
      onSuccess: () => notify.success(archived ? "Project restored" : "Project archived"),
      onError: notify.failure,
      onSettled: () => setAsking(null),
    });

  const destroy = () =>
    remove.mutate(project.name, {
      // A fresh page: this one would ask for a project that is gone.
      onSuccess: () => window.location.assign("/projects"),
      onError: (error) => {
        notify.failure(error);
        setAsking(null);
      },
    });

  return (
    <section aria-labelledby="danger-zone" className="mt-8 rounded-lg border border-error-mark/50">
      <h2 id="danger-zone" className="px-5 pt-4 pb-1 text-base font-semibold">
        Danger zone
      </h2>
      <div className="divide-y divide-line">
        {mayTransfer && (
          <DangerRow
            title="Transfer ownership"
            text="Another member becomes owner; you become admin."
            action={
              <Button variant="secondary" onClick={() => setAsking("transfer")}>
                Transfer ownership
              </Button>
            }
          />
        )}
        {mayArchive && !archived && (
          <DangerRow
            title="Archive project"
            text="Nothing is deleted. The project can be read, but not changed, until it is restored."
            action={
              <Button variant="danger" onClick={() => setAsking("archive")}>
                Archive project
              </Button>
            }
          />
        )}
        {mayArchive && archived && (
          <DangerRow
            title="Restore project"
            text="People can work in the project again, with the roles they had."
            action={
              <Button variant="secondary" loading={archive.isPending} onClick={change}>
                Restore project
              </Button>
            }
          />
        )}
        {mayDelete && (
          <DangerRow
            title="Delete project"
            text="Prompts, datasets, runs, keys and history are removed for everyone. This cannot be undone."
            action={
              <Button variant="danger" onClick={() => setAsking("delete")}>
                Delete project
              </Button>
            }
          />
        )}
      </div>
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={() => setAsking(null)}
        title="Delete this project?"
        description={
          "Everything in it is removed, for all members: prompts, datasets, runs, results, keys and its audit log. " +
          "The project can only be restored from a backup."
        }
        confirmLabel="Delete project"
        typeToConfirm={project.name}
        danger
        busy={remove.isPending}
        onConfirm={destroy}
      />
      <ConfirmDialog
        open={asking === "archive"}
        onOpenChange={() => setAsking(null)}
        title="Archive this project?"
        description={
          "The project cannot be changed until it is restored, and its monitors do not run. " +
          "Cancel active runs first."
        }
        confirmLabel="Archive project"
        typeToConfirm={project.name}
        danger
        busy={archive.isPending}
        onConfirm={change}
      />
      <TransferDialog project={project} open={asking === "transfer"} onClose={() => setAsking(null)} />
    </section>
  );
}

function DangerRow({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div>
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="text-sm text-ink-muted">{text}</p>
      </div>
      {action}
    </div>
  );
}
