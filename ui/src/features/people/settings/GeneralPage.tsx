import { getRouteApi } from "@tanstack/react-router";
import { may, useProject } from "@/features/people/projects";
import { ProtectedLabelsCard } from "@/features/promotions/settings";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { ProjectBudgetCard } from "./ProjectBudgetCard";
import { DangerZone } from "./DangerZone";
import { GeneralForm } from "./GeneralForm";

const route = getRouteApi("/frame/projects/$slug/settings/general");

export function GeneralPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  const archived = project.archived_at !== null;
  const manages = may(project, "manage_settings");
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="General"
        documentTitle={["Settings", project.name]}
        description="Name of this project, and the limits of its runs and experiments."
      />
      {archived && (
        <Notice tone="warning" className="mb-4">
          This project is archived. Restore it to change its settings.
        </Notice>
      )}
      {!archived && !manages && (
        <Notice tone="info" className="mb-4">
          Your role may read these settings, but not change them.
        </Notice>
      )}
      <GeneralForm key={project.id} project={project} readOnly={archived || !manages} />
      <ProjectBudgetCard project={project} readOnly={archived || !manages} />
      <ProtectedLabelsCard project={project} readOnly={archived || !manages} />
      <DangerZone project={project} />
    </div>
  );
}
