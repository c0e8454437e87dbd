import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { useProject } from "@/features/people/projects";
import { promptChoicesQuery } from "@/features/runs";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { lastPrompt } from "./lastPrompt";
import { WorkbenchStart } from "./start/WorkbenchStart";

const route = getRouteApi("/frame/projects/$slug/workbench/");

/** On to the prompt that was open last, else to the newest; a project without prompts begins here. */
export function WorkbenchStartPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  const navigate = route.useNavigate();
  const [last] = useState(() => lastPrompt(slug));
  const prompts = useQuery({ ...promptChoicesQuery(slug, "generator", ""), enabled: last === null });
  // Decided once: a prompt that is created here is opened by the code that created it.
  const [began, setBegan] = useState(false);
  if (!began && prompts.data?.items.length === 0) setBegan(true);
  const there = last ?? prompts.data?.items[0]?.id;
  if (there && !began)
    return <Navigate to="/projects/$slug/workbench/$prompt" params={{ slug, prompt: there }} replace />;
  if (prompts.isError) return <ErrorState error={prompts.error} onRetry={() => void prompts.refetch()} />;
  if (prompts.isPending) return <BlockSkeleton lines={8} label="Loading the workbench" />;
  return (
    <WorkbenchStart
      project={project}
      onOpen={(prompt) => void navigate({ to: "/projects/$slug/workbench/$prompt", params: { slug, prompt } })}
    />
  );
}
