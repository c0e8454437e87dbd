import { getRouteApi, Link } from "@tanstack/react-router";
import { Archive, Settings } from "lucide-react";
import { ActivityFeed } from "@/features/audit/activity";
import { MemberStack } from "@/features/people/members";
import { useProject } from "@/features/people/projects";
import { Badge, RoleBadge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { GettingStarted } from "./GettingStarted";
import { KeySettings } from "./KeySettings";

const route = getRouteApi("/frame/projects/$slug/");

export function ProjectHomePage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title={project.name}
        description={project.description ?? undefined}
        badges={
          <>
            <RoleBadge role={project.role} />
            {project.archived_at && (
              <Badge tone="warning" icon={<Archive aria-hidden />}>
                Archived
              </Badge>
            )}
          </>
        }
        actions={
          <div className="flex items-center gap-4">
            <Link to="/projects/$slug/settings/members" params={{ slug }} className="rounded-md">
              <MemberStack project={slug} count={project.member_count} />
            </Link>
            <Button variant="secondary" size="sm" asChild>
              <Link to="/projects/$slug/settings/general" params={{ slug }}>
                <Settings aria-hidden /> Settings
              </Link>
            </Button>
          </div>
        }
      />
      {project.archived_at && (
        <Notice tone="warning" className="mb-4">
          This project is archived: it can be read, but not changed. Its owner can restore it in the settings.
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <Card aria-label="Recent activity">
          <CardHeader>
            <CardTitle>Recent activity</CardTitle>
          </CardHeader>
          <CardContent className="pb-3">
            <ActivityFeed project={slug} />
          </CardContent>
        </Card>
        <div className="flex flex-col gap-4">
          <GettingStarted project={project} />
          <KeySettings project={project} />
        </div>
      </div>
    </div>
  );
}
