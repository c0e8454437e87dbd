import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Project, Prompt } from "@/api/types";
import { useProject } from "@/features/people/projects";
import { promptQuery } from "@/features/prompts";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Waiting } from "@/shared/ui/Skeleton";
import { forgetPrompt, rememberPrompt } from "./lastPrompt";
import type { WorkbenchUrlState } from "./workbenchUrlState";
import { useSeed } from "./setup/useRunSetup";
import { WorkbenchScreen } from "./WorkbenchScreen";

const route = getRouteApi("/frame/projects/$slug/workbench/$prompt");

/** What fills the window below the header: the frame's own margins are taken back. */
const WHOLE = "-mx-4 -my-6 h-[calc(100dvh-3rem-var(--guide-height,0px))] overflow-hidden sm:-mx-6 lg:-mx-8";

export function WorkbenchPage() {
  const { slug, prompt } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(promptQuery(slug, prompt));
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  const there = found.data !== undefined && !gone;
  useEffect(() => {
    if (there) rememberPrompt(slug, prompt);
    if (gone) forgetPrompt(slug, prompt);
  }, [there, gone, slug, prompt]);
  if (gone) {
    return (
      <EmptyState
        title="Prompt not found"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/workbench" params={{ slug }}>
              Open the workbench
            </Link>
          </Button>
        }
      >
        The prompt may have been deleted.
      </EmptyState>
    );
  }
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className={WHOLE}>
      {found.data ? <Seeded key={prompt} project={project} prompt={found.data} /> : <ScreenSkeleton />}
    </div>
  );
}

/**
 * The choices of the last time have to be there before the screen is drawn,
 * so that nothing chosen is thrown over later.
 */
function Seeded({ project, prompt }: { project: Project; prompt: Prompt }) {
  const seed = useSeed(project.slug, prompt);
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const at = { to: "/projects/$slug/workbench/$prompt", params: { slug: project.slug, prompt: prompt.id } } as const;
  if (!seed) return <ScreenSkeleton />;
  return (
    <WorkbenchScreen
      project={project}
      prompt={prompt}
      seed={seed}
      place={place}
      onPlace={(next: WorkbenchUrlState, replace = false) =>
        void navigate({ search: next, replace, resetScroll: false })
      }
      addressOf={(next) => `${window.location.origin}${router.buildLocation({ ...at, search: next }).href}`}
      onPrompt={(id) =>
        void navigate({ to: "/projects/$slug/workbench/$prompt", params: { slug: project.slug, prompt: id } })
      }
      onGone={() => {
        forgetPrompt(project.slug, prompt.id);
        void navigate({ to: "/projects/$slug/workbench", params: { slug: project.slug }, replace: true });
      }}
    />
  );
}

/** Of the size of what will come, so that nothing jumps. */
function ScreenSkeleton() {
  return (
    <Waiting label="Loading the workbench">
      <span className="flex h-[calc(100dvh-3rem-var(--guide-height,0px))]">
        <span className="flex flex-[0_0_30%] flex-col gap-3 border-r border-line p-4 max-lg:hidden">
          <span className="skeleton h-7 w-48" />
          <span className="skeleton min-h-0 flex-1" />
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-3 p-4">
          <span className="skeleton h-8 w-96 max-w-full" />
          <span className="skeleton min-h-0 flex-1" />
        </span>
      </span>
    </Waiting>
  );
}
