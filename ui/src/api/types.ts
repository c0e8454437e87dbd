/** Short names for what the API sends, taken from operations so that they follow the generated file by themselves. */
import type { operations } from "./schema.gen";

export type { paths } from "./schema.gen";

type Answer<Name extends keyof operations, Status extends number> = operations[Name] extends {
  responses: { [S in Status]: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

export type Session = Answer<"get_session", 200>;
export type User = Answer<"get_me", 200>;
export type ProjectPage = Answer<"list_projects", 200>;
export type ProjectSummary = ProjectPage["items"][number];
export type Project = Answer<"get_project", 200>;
export type ProjectSettings = Project["settings"];
export type Role = Project["role"];
export type MemberPage = Answer<"list_members", 200>;
export type Member = MemberPage["items"][number];
export type InvitePage = Answer<"list_invites", 200>;
export type Invite = InvitePage["items"][number];
export type InviteOutcome = Answer<"create_invite", 201>;
export type InviteOffer = Answer<"read_invite", 200>;
export type TokenPage = Answer<"list_tokens", 200>;
export type Token = TokenPage["items"][number];
export type CreatedToken = Answer<"create_token", 201>;
export type AuditPage = Answer<"list_audit", 200>;
export type AuditEntry = AuditPage["items"][number];
export type ActivityPage = Answer<"list_activity", 200>;
export type ProjectEvent = ActivityPage["items"][number];
