/** The addresses of a project's settings. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { project } from "./baseRoutes";
import { flag } from "./searchParams";

const settings = createRoute({
  getParentRoute: () => project,
  path: "settings",
  component: lazyRouteComponent(() => import("@/features/people/settings/SettingsLayout"), "SettingsLayout"),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$slug/settings/general", params, replace: true });
  },
});

const general = createRoute({
  getParentRoute: () => settings,
  path: "general",
  component: lazyRouteComponent(() => import("@/features/people/settings/GeneralPage"), "GeneralPage"),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: "members",
  validateSearch: (search): { invite?: boolean } => flag(search, "invite"),
  component: lazyRouteComponent(() => import("@/features/people/members/MembersPage"), "MembersPage"),
});

const credentials = createRoute({
  getParentRoute: () => settings,
  path: "credentials",
  validateSearch: (search): { add?: boolean } => flag(search, "add"),
  component: lazyRouteComponent(() => import("@/features/models/credentials/CredentialsPage"), "CredentialsPage"),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: "tokens",
  validateSearch: (search): { create?: boolean } => flag(search, "create"),
  component: lazyRouteComponent(() => import("@/features/people/tokens/TokensPage"), "TokensPage"),
});

const channels = createRoute({
  getParentRoute: () => settings,
  path: "channels",
  validateSearch: (search): { add?: boolean } => flag(search, "add"),
  component: lazyRouteComponent(() => import("@/features/channels/ChannelsPage"), "ChannelsPage"),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: "audit",
  component: lazyRouteComponent(() => import("@/features/audit/ProjectAuditPage"), "ProjectAuditPage"),
});

export const settingsRoutes = settings.addChildren([
  settingsIndex,
  general,
  members,
  credentials,
  channels,
  tokens,
  audit,
]);
