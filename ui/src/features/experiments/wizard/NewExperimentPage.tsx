import { getRouteApi } from "@tanstack/react-router";
import { may, useProject } from "@/features/people/projects";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { PageHeader } from "@/shared/ui/PageHeader";
import { TemplateStart } from "../templates/TemplateStart";

const route = getRouteApi("/frame/projects/$slug/experiments/new");

export function NewExperimentPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  if (!may(project, "create_experiments") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="experiments" />} title="You cannot create experiments here">
        {project.archived_at ? "The project is archived." : "An editor of this project can create them."}
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader title="New experiment" documentTitle={["New experiment", project.name]} />
      <TemplateStart project={slug} title="How do you want to begin?" />
    </div>
  );
}
