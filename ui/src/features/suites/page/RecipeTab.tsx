import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileDown, Pencil } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { CopyButton } from "@/shared/ui/CopyButton";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Verbatim } from "@/shared/ui/Verbatim";
import { suiteFileQuery, suiteFileUrl } from "../api";
import type { Suite } from "../types";
import type { SuiteActions } from "./suiteActions";
import { RecipeFacts } from "./RecipeFacts";

/** The whole recipe in words, and as the file that holds it. */
export function RecipeTab({ project, suite, acts }: { project: string; suite: Suite; acts: SuiteActions }) {
  const file = useQuery(suiteFileQuery(project, suite.id, suite.revision));
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <section aria-label="Recipe" className="rounded-lg border border-line bg-raised px-5 py-4">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h2 className="text-base font-semibold text-ink">Recipe</h2>
          {acts.edits && suite.state !== "archived" && (
            <Button variant="ghost" size="sm" asChild>
              <Link to="/projects/$slug/suites/$suite/edit" params={{ slug: project, suite: suite.id }}>
                <Pencil aria-hidden /> Edit
              </Link>
            </Button>
          )}
        </div>
        <RecipeFacts project={project} suite={suite} />
      </section>
      <section aria-label="As a file" className="rounded-lg border border-line bg-raised px-5 py-4">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <h2 className="mr-auto text-base font-semibold text-ink">As a file</h2>
          {file.data && <CopyButton text={file.data} label="Copy the YAML" />}
          <Button variant="ghost" size="sm" asChild>
            <a href={suiteFileUrl(project, suite.id)} download>
              <FileDown aria-hidden /> Download
            </a>
          </Button>
        </div>
        <p className="mb-3 text-sm text-ink-muted">
          Keep the file with your code: <code className="text-xs">edison run</code> reads it, and “Import file” on the
          list of suites imports it.
        </p>
        {file.isPending && <BlockSkeleton lines={8} label="Loading the file" />}
        {file.isError && <ErrorState error={file.error} onRetry={() => void file.refetch()} />}
        {file.data && (
          <Verbatim label="YAML of the suite" className="max-h-[32rem] font-mono text-xs leading-5">
            {file.data}
          </Verbatim>
        )}
      </section>
    </div>
  );
}
