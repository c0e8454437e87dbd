import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { CardSkeletons, RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { suiteQuery } from "../api";
import { NoSuchSuite } from "./NoSuchSuite";
import { SuiteScreen } from "./SuiteScreen";

const route = getRouteApi("/frame/projects/$slug/suites/$suite");

export function SuitePage() {
  const { slug, suite } = route.useParams();
  const { tab } = route.useSearch();
  const project = useProject(slug);
  const found = useQuery(suiteQuery(slug, suite));
  if (found.isPending) return <SuiteSkeleton />;
  if (!found.data) return <NoSuchSuite project={slug} error={found.error} onRetry={() => void found.refetch()} />;
  return <SuiteScreen key={suite} project={project} suite={found.data} tab={tab ?? "overview"} />;
}

function SuiteSkeleton() {
  return (
    <Waiting label="Loading suite">
      <TextSkeleton className="h-7 w-72" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
      <div className="flex flex-col gap-4">
        <CardSkeletons count={3} label="Loading figures" />
        <RowSkeletons count={4} label="Loading runs" />
      </div>
    </Waiting>
  );
}
