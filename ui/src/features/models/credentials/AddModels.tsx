import { useQuery } from "@tanstack/react-query";
import { FlaskConical, Plus } from "lucide-react";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { IsolatedForm } from "@/shared/ui/IsolatedForm";
import { AddCredentialDialog } from "./AddCredentialDialog";
import { credentialListQuery } from "./api";
import { useSimulatedModels } from "./useSimulatedModels";

/** Models for a form that has none: a key is added right here, and what was typed around it stays. */
export function AddModels({ project: slug }: { project: string }) {
  const project = useProject(slug);
  const manages = may(project, "manage_credentials") && project.archived_at === null;
  const simulated = useSimulatedModels(slug, manages);
  const labels = useQuery({ ...credentialListQuery(slug), enabled: manages }).data?.items.map(({ label }) => label);
  const [open, setOpen] = useState(false);
  if (!manages) return <p className="text-sm text-ink-muted">An admin of this project can add a credential.</p>;
  return (
    <>
      {simulated.offered && (
        <Button loading={simulated.adding} onClick={() => void simulated.add()}>
          {!simulated.adding && <FlaskConical aria-hidden />} Use simulated models
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Add credential
      </Button>
      <IsolatedForm>
        <AddCredentialDialog project={slug} labels={labels ?? []} open={open} onOpenChange={setOpen} />
      </IsolatedForm>
    </>
  );
}
