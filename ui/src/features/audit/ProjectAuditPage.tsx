import { getRouteApi } from "@tanstack/react-router";
import { may, useProject } from "@/features/people/projects";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { AuditLog } from "./AuditLog";

const route = getRouteApi("/frame/projects/$slug/settings/audit");

const DESCRIPTION =
  "Every change, by whom and when. Entries are chained by hash and signed by workers; edison audit verify checks both.";

export function ProjectAuditPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  return (
    <>
      <PageHeader title="Audit log" documentTitle={["Audit log", project.name]} description={DESCRIPTION} />
      {may(project, "read_audit") ? (
        <AuditLog project={slug} />
      ) : (
        <Notice tone="info">Your role may not read the audit log of this project.</Notice>
      )}
    </>
  );
}
