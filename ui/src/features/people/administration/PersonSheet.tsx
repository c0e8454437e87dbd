/** One person: facts, sessions, tokens and projects. */
import { useQuery } from "@tanstack/react-query";
import { LogOut, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PersonRecord } from "@/api/types";
import { useMe } from "@/features/people/accounts";
import { displayName } from "@/shared/format/displayName";
import { countOf } from "@/shared/format/quantities";
import { Badge, RoleBadge } from "@/shared/ui/Badge";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { FactLine } from "@/shared/ui/FactLine";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Sheet } from "@/shared/ui/Sheet";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { personQuery, useEndSession, useRevokePersonToken } from "./api";
import { deviceName } from "./deviceName";
import { PersonBadges } from "./PersonBadges";
import type { PersonQuestion } from "./PersonConfirms";
import { PersonMenu } from "./PersonMenu";

interface PersonSheetProps {
  user: string | null;
  onClose: () => void;
  onAsk: (question: PersonQuestion) => void;
}

export function PersonSheet({ user, onClose, onAsk }: PersonSheetProps) {
  const record = useQuery({ ...personQuery(user ?? ""), enabled: user !== null });
  const person = user ? record.data?.person : undefined;
  return (
    <Sheet
      open={user !== null}
      onOpenChange={onClose}
      title={person ? displayName(person) : "Person"}
      actions={person && <PersonMenu person={person} onAsk={onAsk} />}
      focusPanel
    >
      {record.isError && <ErrorState error={record.error} onRetry={() => void record.refetch()} />}
      {record.isPending && <BlockSkeleton label="Loading person" />}
      {user && record.data && <PersonDetails record={record.data} />}
    </Sheet>
  );
}

function PersonDetails({ record }: { record: PersonRecord }) {
  const me = useMe();
  const { person, monitor_count: monitors } = record;
  return (
    <div className="flex flex-col gap-6 text-sm">
      {person.disabled_at !== null && (
        <Notice tone="warning">
          This account is disabled. It cannot sign in, and its API tokens are refused.
          {monitors > 0 && ` ${countOf(monitors, "monitor")} that this person created keep running.`}
        </Notice>
      )}
      <div className="flex flex-wrap gap-1.5">
        <PersonBadges person={person} self={person.id === me.id} />
      </div>
      <dl className="flex flex-col gap-1.5">
        <FactLine name="Address">
          <span className="wrap-anywhere">{person.email}</span>
        </FactLine>
        <FactLine name="Last seen">
          {person.last_seen_at ? <RelativeTime at={person.last_seen_at} /> : "Never"}
        </FactLine>
        <FactLine name="Joined">
          <RelativeTime at={person.created_at} />
        </FactLine>
        <FactLine name="Active monitors created">{monitors}</FactLine>
      </dl>
      <SessionList record={record} />
      <TokenList record={record} />
      <ProjectList record={record} />
    </div>
  );
}

function SessionList({ record }: { record: PersonRecord }) {
  const { person, sessions } = record;
  const end = useEndSession(person.id);
  return (
    <Section title="Sessions" count={person.session_count} empty="No open session.">
      {sessions.map((session) => (
        <Line
          key={session.id}
          title={deviceName(session.user_agent)}
          tip={session.user_agent}
          badge={session.current && <Badge>This session</Badge>}
          details={
            <>
              {session.address} · last used <RelativeTime at={session.last_seen_at} />
            </>
          }
          action={
            !session.current && (
              <IconButton
                label={`End session on ${deviceName(session.user_agent)}`}
                tone="danger"
                disabled={end.isPending}
                onClick={() =>
                  end.mutate(session.id, {
                    onSuccess: () => notify.success("Session ended"),
                    onError: notify.failure,
                  })
                }
              >
                <LogOut aria-hidden />
              </IconButton>
            )
          }
        />
      ))}
    </Section>
  );
}

function TokenList({ record }: { record: PersonRecord }) {
  const { person, tokens } = record;
  const revoke = useRevokePersonToken(person.id);
  const [asked, setAsked] = useState<PersonRecord["tokens"][number] | null>(null);
  const confirm = () =>
    asked &&
    revoke.mutate(asked.id, {
      onSuccess: () => notify.success(`${asked.name} is revoked`),
      onError: notify.failure,
      onSettled: () => setAsked(null),
    });
  return (
    <>
      <Section title="API tokens" count={person.token_count} empty="No active token.">
        {tokens.map((token) => (
          <Line
            key={token.id}
            title={token.name}
            badge={<RoleBadge role={token.role} />}
            details={
              <>
                {token.project_name} ·{" "}
                {token.last_used_at ? (
                  <>
                    last used <RelativeTime at={token.last_used_at} />
                  </>
                ) : (
                  "never used"
                )}
              </>
            }
            action={
              <IconButton label={`Revoke ${token.name}`} tone="danger" onClick={() => setAsked(token)}>
                <Trash2 aria-hidden />
              </IconButton>
            }
          />
        ))}
      </Section>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Revoke this token?"
        description={`Everything that uses “${asked?.name ?? ""}” stops working at once. This cannot be undone.`}
        confirmLabel="Revoke token"
        danger
        busy={revoke.isPending}
        onConfirm={() => confirm()}
      />
    </>
  );
}

function ProjectList({ record }: { record: PersonRecord }) {
  return (
    <Section title="Projects" count={record.person.project_count} empty="Not a member of any project.">
      {record.projects.map((project) => (
        <Line
          key={project.id}
          title={project.name}
          badge={
            <>
              <RoleBadge role={project.role} />
              {project.only_owner && <Badge tone="warning">Only owner</Badge>}
              {project.archived_at !== null && <Badge>Archived</Badge>}
            </>
          }
        />
      ))}
    </Section>
  );
}

interface SectionProps {
  title: string;
  count: number;
  empty: string;
  children: ReactNode[];
}

function Section({ title, count, empty, children }: SectionProps) {
  return (
    <section>
      <h3 className="mb-2 font-semibold text-ink">
        {title} <span className="font-normal text-ink-subtle">{count}</span>
      </h3>
      {children.length === 0 ? (
        <p className="text-ink-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>
      )}
      {count > children.length && (
        <p className="mt-2 text-xs text-ink-subtle">
          The first {children.length} of {count} are shown.
        </p>
      )}
    </section>
  );
}

interface LineProps {
  title: string;
  tip?: string;
  badge?: ReactNode;
  details?: ReactNode;
  action?: ReactNode;
}

function Line({ title, tip, badge, details, action }: LineProps) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 px-3 py-2">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span title={tip ?? title} className="max-w-full truncate font-medium">
            {title}
          </span>
          {badge}
        </div>
        {details && <div className="text-xs wrap-anywhere text-ink-muted">{details}</div>}
      </div>
      {action}
    </li>
  );
}
