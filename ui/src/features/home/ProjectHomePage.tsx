import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Archive, Settings } from "lucide-react";
import type { Project } from "@/api/types";
import { MemberStack } from "@/features/people/members";
import { useProject } from "@/features/people/projects";
import { Badge, RoleBadge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { homeQuery } from "./api";
import { GettingStarted } from "./GettingStarted";
import { HomeActivity } from "./HomeActivity";
import { HomePrompts } from "./HomePrompts";
import { HomeRuns } from "./HomeRuns";
import { HomeSpending } from "./HomeSpending";
import { HomeWaiting } from "./HomeWaiting";

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
      <HomeBody project={project} />
    </div>
  );
}

function HomeBody({ project }: { project: Project }) {
  const { slug } = project;
  const found = useQuery(homeQuery(slug));
  if (found.isPending) return <BlockSkeleton lines={10} label="Loading the overview" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const home = found.data;
  const isNew = home.prompts.every(({ last_run: last }) => last === null);
  return (
    <div className="flex flex-col gap-4">
      {isNew && <GettingStarted project={project} />}
      <HomePrompts project={project} home={home} />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <HomeWaiting slug={slug} home={home} />
        <HomeRuns project={project} home={home} />
        <HomeSpending project={project} home={home} />
      </div>
      <HomeActivity slug={slug} />
    </div>
  );
}
