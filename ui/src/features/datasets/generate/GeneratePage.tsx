import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { datasetQuery } from "../api";
import { likeOf } from "./generationForm";
import { GenerateScreen } from "./GenerateScreen";

const route = getRouteApi("/frame/projects/$slug/datasets/generate");

const DESCRIPTION =
  "A model writes questions; you read them and keep the good ones. The dataset records where they came from.";

export function GeneratePage() {
  const { slug } = route.useParams();
  const { dataset, assist, like } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const into = useQuery({ ...datasetQuery(slug, dataset ?? ""), enabled: dataset !== undefined });
  const allowed = may(project, "edit_datasets") && may(project, "start_runs") && project.archived_at === null;
  const title = into.data ? `Generate questions for ${into.data.name}` : "Generate questions";
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader title={title} documentTitle={["Generate questions", project.name]} description={DESCRIPTION} />
      {!allowed ? (
        <EmptyState
          icon={<Sparkles />}
          title="Only editors generate questions"
          action={
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/datasets" params={{ slug }}>
                All datasets
              </Link>
            </Button>
          }
        >
          {project.archived_at === null ? "Ask an editor of this project." : "This project is archived."}
        </EmptyState>
      ) : dataset !== undefined && into.isPending ? (
        <BlockSkeleton lines={8} label="Loading dataset" />
      ) : into.isError ? (
        <ErrorState error={into.error} onRetry={() => void into.refetch()} />
      ) : (
        <GenerateScreen
          key={dataset ?? ""}
          project={project}
          into={into.data ?? null}
          assist={assist ?? null}
          like={likeOf(like)}
          // Another generation is another step: the way back leads to what was paid for before.
          onBegun={(id) =>
            void navigate({
              search: (before) => ({ ...before, assist: id ?? undefined }),
              replace: assist === undefined || id === null,
              resetScroll: false,
            })
          }
          onLike={(ids) =>
            void navigate({ search: (before) => ({ ...before, like: ids.join(",") || undefined }), replace: true })
          }
        />
      )}
    </div>
  );
}
