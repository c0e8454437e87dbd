import { useInfiniteQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { executionListQuery } from "../api";
import type { SuiteActions, Asked } from "../page/suiteActions";
import type { Suite } from "../types";
import { ExecutionsTable } from "./ExecutionsTable";

interface ExecutionsTabProps {
  project: string;
  suite: Suite;
  acts: SuiteActions;
  onAsk: (asked: Asked) => void;
}

export function ExecutionsTab({ project, suite, acts, onAsk }: ExecutionsTabProps) {
  const list = useInfiniteQuery(executionListQuery(project, suite.id));
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <RowSkeletons count={5} label="Loading runs" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<Play />}
        title="This suite has not run yet"
        action={
          acts.runs && (
            <Button onClick={() => onAsk("run")}>
              <Play aria-hidden /> Run now
            </Button>
          )
        }
      >
        Later runs are compared with the first run.
      </EmptyState>
    );
  }
  return (
    <div>
      <ExecutionsTable project={project} executions={found} />
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button
            variant="secondary"
            size="sm"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
