/** The pages of a project in the groups of the navigation: the rail, the drawer and the command palette. Pure. */
import {
  Boxes,
  ChartNoAxesCombined,
  FlaskConical,
  Gavel,
  GitPullRequestArrow,
  House,
  ListRestart,
  type LucideIcon,
  Play,
  Settings,
  Table2,
  Tags,
  TestTubeDiagonal,
  TextQuote,
  Trophy,
} from "lucide-react";
import type { Waiting } from "@/features/home";
import { countOf } from "@/shared/format/quantities";

interface ProjectPage {
  label: string;
  /** Behind the address of the project. */
  path: string;
  icon: LucideIcon;
  /** Other addresses that belong to this page. */
  also?: readonly string[];
  /** What waits for the person on this page. */
  waits?: {
    count: (waiting: Waiting) => number;
    urgent?: (waiting: Waiting) => boolean;
    words: (count: number) => string;
  };
}

interface PageGroup {
  /** Null: its pages stand alone. */
  title: string | null;
  pages: readonly ProjectPage[];
}

export const PAGE_GROUPS: readonly PageGroup[] = [
  { title: null, pages: [{ label: "Home", path: "", icon: House }] },
  {
    title: "Build",
    pages: [
      { label: "Workbench", path: "/workbench", icon: FlaskConical },
      { label: "Prompts", path: "/prompts", icon: TextQuote },
      { label: "Datasets", path: "/datasets", icon: Table2 },
    ],
  },
  {
    title: "Evaluate",
    pages: [
      { label: "Runs", path: "/runs", icon: Play },
      { label: "Experiments", path: "/experiments", icon: TestTubeDiagonal },
      { label: "Arena", path: "/arena", icon: Trophy },
    ],
  },
  {
    title: "Trust",
    pages: [
      { label: "Judges", path: "/judges", icon: Gavel },
      {
        label: "Annotate",
        path: "/annotate",
        icon: Tags,
        waits: { count: ({ answers }) => answers, words: (count) => `${count} to label` },
      },
      {
        label: "Reviews",
        path: "/reviews",
        icon: GitPullRequestArrow,
        also: ["/promotions", "/comments"],
        waits: {
          count: ({ reviews, promotions }) => reviews + promotions,
          words: (count) => `${count} waiting`,
        },
      },
    ],
  },
  {
    title: "Watch",
    pages: [
      {
        label: "Suites & monitors",
        path: "/suites",
        icon: ListRestart,
        waits: {
          count: ({ alerts }) => alerts,
          urgent: ({ critical_alerts: critical }) => critical > 0,
          words: (count) => countOf(count, "open alert"),
        },
      },
      { label: "Reports", path: "/reports", icon: ChartNoAxesCombined },
    ],
  },
  {
    title: null,
    pages: [
      { label: "Models", path: "/models", icon: Boxes },
      { label: "Settings", path: "/settings", icon: Settings },
    ],
  },
];
