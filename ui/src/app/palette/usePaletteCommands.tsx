/** What can be done from here, as a flat list the palette filters. */
import { useNavigate } from "@tanstack/react-router";
import {
  Bell,
  Boxes,
  ChartNoAxesCombined,
  FileUp,
  FolderKanban,
  Gavel,
  Import,
  Inbox,
  KeyRound,
  KeySquare,
  ListChecks,
  ListRestart,
  LogOut,
  Play,
  Plus,
  MessageSquare,
  Rocket,
  ScrollText,
  Sparkles,
  SunMoon,
  Table2,
  Tags,
  TestTubeDiagonal,
  TextQuote,
  Trophy,
  UserPlus,
  UserRound,
  UsersRound,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { leaveAfterSignOut, useMe, useSignOut } from "@/features/people/accounts";
import { mayImport } from "@/features/imports";
import { may, openNewProject } from "@/features/people/projects";
import { chooseTheme, nextTheme, useTheme } from "@/shared/theme/theme";
import { notify } from "@/shared/ui/notify";
import { PAGE_GROUPS } from "../frame/projectPages";
import { useCurrentProject } from "../frame/useCurrentProject";

/** Pages without an entry in the navigation. */
const OTHER_PAGES = {
  title: null,
  pages: [
    { label: "Alerts", path: "/alerts", icon: Bell },
    { label: "Credentials", path: "/settings/credentials", icon: KeyRound },
    { label: "Members", path: "/settings/members", icon: Users },
    { label: "Promotions", path: "/promotions", icon: Rocket },
    { label: "Comments", path: "/comments", icon: MessageSquare },
  ],
};

interface PaletteCommand {
  id: string;
  group: "Pages" | "Actions";
  label: string;
  /** The group of a page in the navigation. */
  note?: string;
  icon: ReactNode;
  run: () => void;
}

export function usePaletteCommands(): PaletteCommand[] {
  const navigate = useNavigate();
  const me = useMe();
  const project = useCurrentProject();
  const theme = useTheme();
  const signOut = useSignOut();

  const commands: PaletteCommand[] = [];
  const add = (group: PaletteCommand["group"], id: string, label: string, icon: ReactNode, run: () => void) =>
    commands.push({ id, group, label, icon, run });

  add("Pages", "projects", "Projects", <FolderKanban aria-hidden />, () => void navigate({ to: "/projects" }));
  if (project) {
    const params = { slug: project.slug };
    const open = project.archived_at === null;
    for (const { title, pages } of [...PAGE_GROUPS, OTHER_PAGES])
      for (const { label, path, icon: Icon } of pages)
        commands.push({
          id: path || "home",
          group: "Pages",
          label: `${project.name}: ${label}`,
          ...(title ? { note: title } : {}),
          icon: <Icon aria-hidden />,
          run: () => void navigate({ to: `/projects/${project.slug}${path}` }),
        });
    if (may(project, "manage_tokens")) {
      add(
        "Pages",
        "tokens",
        `${project.name}: Tokens`,
        <KeySquare aria-hidden />,
        () => void navigate({ to: "/projects/$slug/settings/tokens", params }),
      );
    }
    if (may(project, "read_audit")) {
      add(
        "Pages",
        "audit",
        `${project.name}: Audit log`,
        <ScrollText aria-hidden />,
        () => void navigate({ to: "/projects/$slug/settings/audit", params }),
      );
    }
    if (open && may(project, "start_runs")) {
      add(
        "Actions",
        "new-experiment",
        "New experiment",
        <TestTubeDiagonal aria-hidden />,
        () => void navigate({ to: "/projects/$slug/experiments/new", params }),
      );
    }
    if (open && may(project, "edit_prompts")) {
      add(
        "Actions",
        "new-prompt",
        "New prompt",
        <TextQuote aria-hidden />,
        () => void navigate({ to: "/projects/$slug/prompts", params, search: { create: true } }),
      );
      add(
        "Actions",
        "new-rubric",
        "New rubric",
        <ListChecks aria-hidden />,
        () => void navigate({ to: "/projects/$slug/judges/rubrics/new", params }),
      );
      add(
        "Actions",
        "new-judge",
        "New judge",
        <Gavel aria-hidden />,
        () => void navigate({ to: "/projects/$slug/judges/new", params }),
      );
    }
    if (open && may(project, "edit_datasets")) {
      add(
        "Actions",
        "new-dataset",
        "New dataset",
        <Table2 aria-hidden />,
        () => void navigate({ to: "/projects/$slug/datasets", params, search: { create: true } }),
      );
      add(
        "Actions",
        "generate-questions",
        "Generate questions with a model",
        <Sparkles aria-hidden />,
        () => void navigate({ to: "/projects/$slug/datasets/generate", params, search: {} }),
      );
      add(
        "Actions",
        "import-dataset",
        "Import a file into a new dataset",
        <FileUp aria-hidden />,
        () => void navigate({ to: "/projects/$slug/datasets", params, search: { import: true } }),
      );
    }
    if (mayImport(project)) {
      add(
        "Actions",
        "import-tool",
        "Import from another tool",
        <Import aria-hidden />,
        () => void navigate({ to: "/projects/$slug/import", params }),
      );
    }
    if (open && may(project, "start_runs")) {
      add(
        "Actions",
        "new-run",
        "New run",
        <Play aria-hidden />,
        () => void navigate({ to: "/projects/$slug/runs/new", params }),
      );
      add(
        "Actions",
        "new-suite",
        "New suite",
        <ListRestart aria-hidden />,
        () => void navigate({ to: "/projects/$slug/suites/new", params, search: {} }),
      );
      add(
        "Actions",
        "new-board",
        "New leaderboard",
        <Trophy aria-hidden />,
        () => void navigate({ to: "/projects/$slug/arena/new", params, search: {} }),
      );
      add(
        "Actions",
        "new-queue",
        "New annotation queue",
        <Tags aria-hidden />,
        () => void navigate({ to: "/projects/$slug/annotate", params, search: { create: true } }),
      );
    }
    if (open && may(project, "manage_members")) {
      add(
        "Actions",
        "invite",
        "Invite member",
        <UserPlus aria-hidden />,
        () => void navigate({ to: "/projects/$slug/settings/members", params, search: { invite: true } }),
      );
    }
    if (open && may(project, "manage_credentials")) {
      add(
        "Actions",
        "add-credential",
        "Add credential",
        <KeyRound aria-hidden />,
        () => void navigate({ to: "/projects/$slug/settings/credentials", params, search: { add: true } }),
      );
      add(
        "Actions",
        "add-model",
        "Add model",
        <Boxes aria-hidden />,
        () => void navigate({ to: "/projects/$slug/models", params, search: { add: true } }),
      );
    }
    if (open && may(project, "manage_tokens")) {
      add(
        "Actions",
        "new-token",
        "New token",
        <KeySquare aria-hidden />,
        () => void navigate({ to: "/projects/$slug/settings/tokens", params, search: { create: true } }),
      );
    }
  }
  add(
    "Pages",
    "notifications",
    "Notifications",
    <Inbox aria-hidden />,
    () => void navigate({ to: "/notifications", search: {} }),
  );
  add("Pages", "account", "Account", <UserRound aria-hidden />, () => void navigate({ to: "/account" }));
  if (me.role === "OWNER") {
    add(
      "Pages",
      "installation-people",
      "People of the installation",
      <UsersRound aria-hidden />,
      () => void navigate({ to: "/installation/people", search: {} }),
    );
    add(
      "Pages",
      "installation-report",
      "Installation report",
      <ChartNoAxesCombined aria-hidden />,
      () => void navigate({ to: "/installation/reports", search: {} }),
    );
    add(
      "Pages",
      "installation-audit",
      "Installation audit",
      <ScrollText aria-hidden />,
      () => void navigate({ to: "/installation/audit" }),
    );
    add(
      "Pages",
      "installation-sign-in",
      "Sign-in providers",
      <KeyRound aria-hidden />,
      () => void navigate({ to: "/installation/sign-in" }),
    );
  }
  const next = nextTheme(theme);
  add("Actions", "new-project", "New project", <Plus aria-hidden />, openNewProject);
  add("Actions", "theme", `Switch theme to ${next}`, <SunMoon aria-hidden />, () => chooseTheme(next));
  add("Actions", "sign-out", "Sign out", <LogOut aria-hidden />, () =>
    signOut.mutate(undefined, { onSuccess: leaveAfterSignOut, onError: notify.failure }),
  );
  return commands;
}

export function matching(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, note = "" }) =>
    words.every((word) => `${label} ${note}`.toLowerCase().includes(word)),
  );
}
