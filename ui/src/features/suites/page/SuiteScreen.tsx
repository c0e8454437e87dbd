import { lazy, Suspense, useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { ExecutionsTab } from "../executions/ExecutionsTab";
import type { Suite } from "../types";
import type { SuiteActions, Asked } from "./suiteActions";
import { ArchiveSuiteDialog, DeleteSuiteDialog } from "./dialogs/ArchiveSuiteDialogs";
import { DailyLimitDialog } from "./dialogs/DailyLimitDialog";
import { DuplicateDialog } from "./dialogs/DuplicateDialog";
import { RunNowDialog } from "./dialogs/RunNowDialog";
import { SuiteOverview } from "./SuiteOverview";
import { SuiteBanner } from "./SuiteBanner";
import { RecipeTab } from "./RecipeTab";
import { SuiteHeader } from "./SuiteHeader";
import type { SuiteTab } from "./suiteTabs";
import { TabLinks } from "./TabLinks";

// Charts and schedules are loaded when someone looks at them.
const Trend = lazy(() => import("@/features/monitoring").then(({ SuiteTrend }) => ({ default: SuiteTrend })));
const Monitors = lazy(() => import("@/features/monitoring").then(({ SuiteMonitors }) => ({ default: SuiteMonitors })));

export function SuiteScreen({ project, suite, tab }: { project: Project; suite: Suite; tab: SuiteTab }) {
  const { slug } = project;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const open = project.archived_at === null && may(project, "start_runs");
  const acts: SuiteActions = {
    edits: open,
    moves: open && suite.state !== "archived",
    runs: open && suite.state === "active",
  };
  return (
    <div className="flex flex-col gap-4">
      <SuiteHeader project={project} suite={suite} acts={acts} onAsk={setAsked} />
      <TabLinks project={slug} suite={suite.id} counts={{ executions: suite.executions, monitors: suite.monitors }} />
      <SuiteBanner project={slug} suite={suite} acts={acts} onAsk={setAsked} />
      {tab === "overview" && <SuiteOverview project={slug} suite={suite} acts={acts} onAsk={setAsked} />}
      {tab === "executions" && <ExecutionsTab project={slug} suite={suite} acts={acts} onAsk={setAsked} />}
      {tab === "recipe" && <RecipeTab project={slug} suite={suite} acts={acts} />}
      <Suspense fallback={<BlockSkeleton lines={6} label="Loading" />}>
        {tab === "trend" && <Trend project={slug} suite={suite.id} />}
        {tab === "monitors" && <Monitors project={slug} suite={suite.id} />}
      </Suspense>
      {asked === "run" && <RunNowDialog project={slug} suite={suite} onClose={close} />}
      {asked === "limit" && <DailyLimitDialog project={slug} suite={suite} onClose={close} />}
      {asked === "duplicate" && <DuplicateDialog project={slug} suite={suite} onClose={close} />}
      {asked === "archive" && <ArchiveSuiteDialog project={slug} suite={suite} onClose={close} />}
      {asked === "delete" && <DeleteSuiteDialog project={slug} suite={suite} onClose={close} />}
    </div>
  );
}
