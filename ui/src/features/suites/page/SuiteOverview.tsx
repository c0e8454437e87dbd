import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { executionListQuery } from "../api";
import { ExecutionsTable } from "../executions/ExecutionsTable";
import type { Suite } from "../types";
import type { SuiteActions, Asked } from "./suiteActions";
import { FirstSteps } from "./FirstSteps";
import { SuiteKeyFigures } from "./SuiteKeyFigures";
import { RecipeFacts } from "./RecipeFacts";

interface SuiteOverviewProps {
  project: string;
  suite: Suite;
  acts: SuiteActions;
  onAsk: (asked: Asked) => void;
}

/** As many as tell how it has been going lately; the rest is behind the tab. */
const LATELY = 6;

export function SuiteOverview({ project, suite, acts, onAsk }: SuiteOverviewProps) {
  const quiet = cx(
    "inline-flex min-h-6 items-center gap-1 rounded text-xs font-medium text-accent-ink",
    "hover:underline [&_svg]:size-3.5",
  );
  const title = suite.executions === 0 ? "First steps" : "Last runs";
  return (
    <div className="flex flex-col gap-4">
      <SuiteKeyFigures project={project} suite={suite} />
      <div className="grid items-start gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={title} className="min-w-0">
          <div className="mb-2 flex items-baseline justify-between gap-2">
            <h2 className="text-base font-semibold text-ink">{title}</h2>
            {suite.executions > LATELY && (
              <Link
                to="/projects/$slug/suites/$suite"
                params={{ slug: project, suite: suite.id }}
                search={{ tab: "executions" }}
                resetScroll={false}
                className={quiet}
              >
                All {suite.executions.toLocaleString("en")}
              </Link>
            )}
          </div>
          {suite.executions === 0 ? (
            <FirstSteps project={project} suite={suite} acts={acts} onAsk={onAsk} />
          ) : (
            <RecentExecutions project={project} suite={suite.id} />
          )}
        </section>
        <section aria-label="Recipe" className="min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
          <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
            <h2 className="text-sm font-semibold text-ink">Recipe</h2>
            {acts.edits && suite.state !== "archived" && (
              <Link
                to="/projects/$slug/suites/$suite/edit"
                params={{ slug: project, suite: suite.id }}
                className={quiet}
              >
                <Pencil aria-hidden /> Edit
              </Link>
            )}
          </div>
          <RecipeFacts project={project} suite={suite} short />
        </section>
      </div>
    </div>
  );
}

function RecentExecutions({ project, suite }: { project: string; suite: string }) {
  const list = useInfiniteQuery(executionListQuery(project, suite, LATELY));
  if (list.isPending) return <RowSkeletons count={4} label="Loading runs" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  return <ExecutionsTable project={project} executions={list.data.pages[0]?.items ?? []} short />;
}
