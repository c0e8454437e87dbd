import { getRouteApi } from "@tanstack/react-router";
import { Import } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { EmptyState } from "@/shared/ui/EmptyState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RoomLink } from "@/shared/ui/RoomLink";
import { mayImport } from "./importAccess";
import { ToolImportScreen } from "./ToolImportScreen";

const route = getRouteApi("/frame/projects/$slug/import");

export function ToolImportPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="Import from another tool"
        documentTitle={["Import", project.name]}
        description={
          "Bring prompts, cases and scorers from promptfoo, OpenAI and others. " +
          "You see what becomes of each part before anything is created."
        }
      />
      {mayImport(project) ? (
        <ToolImportScreen project={slug} />
      ) : (
        <EmptyState icon={<Import />} title="Only editors import" action={<RoomLink room="prompts" />}>
          {project.archived_at === null ? "Ask an editor of this project." : "This project is archived."}
        </EmptyState>
      )}
    </div>
  );
}
