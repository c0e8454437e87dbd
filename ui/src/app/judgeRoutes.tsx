/** The addresses of judges and rubrics. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { JUDGE_MODES } from "@/features/judging";
import { project } from "./baseRoutes";
import { whole } from "./runSearch";
import { oneOf, text } from "./searchParams";

const judges = createRoute({ getParentRoute: () => project, path: "judges" });

const judgeList = createRoute({
  getParentRoute: () => judges,
  path: "/",
  validateSearch: (search): { tab?: "rubrics" } => oneOf(search, "tab", ["rubrics"]),
  component: lazyRouteComponent(() => import("@/features/judging/JudgesPage"), "JudgesPage"),
});

const newJudge = createRoute({
  getParentRoute: () => judges,
  path: "new",
  validateSearch: (search): { rubric?: string; mode?: (typeof JUDGE_MODES)[number] } => ({
    ...text(search, "rubric"),
    ...oneOf(search, "mode", JUDGE_MODES),
  }),
  component: lazyRouteComponent(() => import("@/features/judging/judge/JudgeEditorPage"), "NewJudgePage"),
});

const judge = createRoute({
  getParentRoute: () => judges,
  path: "$judge",
  validateSearch: (search): { version?: number } => whole(search, "version"),
  component: lazyRouteComponent(() => import("@/features/judging/judge/JudgePage"), "JudgePage"),
});

const judgeEdit = createRoute({
  getParentRoute: () => judges,
  path: "$judge/edit",
  validateSearch: (search): { version?: number } => whole(search, "version"),
  component: lazyRouteComponent(() => import("@/features/judging/judge/JudgeEditorPage"), "JudgeEditorPage"),
});

const newRubric = createRoute({
  getParentRoute: () => judges,
  path: "rubrics/new",
  validateSearch: (search): { start?: string } => text(search, "start"),
  component: lazyRouteComponent(() => import("@/features/judging/rubric/NewRubricPage"), "NewRubricPage"),
});

const rubric = createRoute({
  getParentRoute: () => judges,
  path: "rubrics/$rubric",
  validateSearch: (search): { version?: number } => whole(search, "version"),
  component: lazyRouteComponent(() => import("@/features/judging/rubric/RubricPage"), "RubricPage"),
});

export const judgeRoutes = judges.addChildren([judgeList, newJudge, judge, judgeEdit, newRubric, rubric]);
