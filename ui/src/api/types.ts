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
export type Providers = Answer<"list_providers", 200>;
export type ProviderForm = Providers["items"][number];
export type Provider = ProviderForm["provider"];
export type CredentialPage = Answer<"list_credentials", 200>;
export type CredentialCard = CredentialPage["items"][number];
export type Credential = Answer<"test_credential", 200>;
export type ModelPage = Answer<"list_models", 200>;
export type Model = ModelPage["items"][number];
export type Price = NonNullable<Model["price"]>;
export type Capabilities = Model["capabilities"];
export type PriceHistoryPage = Answer<"list_model_prices", 200>;
export type ModelUsage = Answer<"read_model_usage", 200>;
export type UsagePeriod = ModelUsage["items"][number];
export type TryPage = Answer<"list_tries", 200>;
export type Try = TryPage["items"][number];
export type TryAnswer = NonNullable<Try["answer"]>;
export type TryFailure = NonNullable<Try["failure"]>;
