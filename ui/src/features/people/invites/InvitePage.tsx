import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import type { InviteOffer } from "@/api/types";
import {
  AccountCard,
  leaveToSignIn,
  ProviderButtons,
  sessionQuery,
  signInMethodsQuery,
  SignInForm,
  SignUpForm,
  textLink,
  useSignOut,
} from "@/features/people/accounts";
import { projectListQuery } from "@/features/people/projects";
import { hasCode } from "@/shared/http/apiError";
import { RoleBadge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { inviteOfferQuery, useAcceptInvite } from "./api";

/** The token is the fragment of the address, which browsers never send anywhere. */
export function InvitePage() {
  const token = useRouterState({ select: (state) => state.location.hash }).replace(/^#/, "");
  const offer = useQuery({ ...inviteOfferQuery(token), enabled: token !== "" });
  if (token === "" || hasCode(offer.error, "INVITE_INVALID")) return <DeadInvite />;
  return (
    <AccountCard title={offer.data ? `Join ${offer.data.project_name}` : "Your invite"}>
      {offer.isPending && <BlockSkeleton lines={4} label="Loading invite" />}
      {offer.isError && <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.data && (
        <div className="flex flex-col gap-5">
          <OfferDetails offer={offer.data} />
          <InviteResponse offer={offer.data} token={token} />
        </div>
      )}
    </AccountCard>
  );
}

function DeadInvite() {
  return (
    <AccountCard
      title="This invite is no longer valid"
      footer={
        <Link to="/projects" className={textLink}>
          Go to your projects
        </Link>
      }
    >
      <p className="text-sm text-ink-muted">
        The invite has expired, was revoked or has already been used. Ask the person who invited you for a new link.
      </p>
    </AccountCard>
  );
}

function OfferDetails({ offer }: { offer: InviteOffer }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-ink-muted">
        <span className="font-medium text-ink">{offer.invited_by}</span> invites{" "}
        <span className="font-medium break-words text-ink">{offer.email}</span> to take part in{" "}
        <span className="font-medium text-ink">{offer.project_name}</span>.
      </p>
      {offer.message && (
        <blockquote className="border-l-2 border-accent-mark pl-3 break-words text-ink-muted">
          {offer.message}
        </blockquote>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-ink-subtle">Role</dt>
        <dd>
          <RoleBadge role={offer.role} />
        </dd>
        <dt className="text-ink-subtle">Expires</dt>
        <dd>
          <RelativeTime at={offer.expires_at} />
        </dd>
      </dl>
    </div>
  );
}

function InviteResponse({ offer, token }: { offer: InviteOffer; token: string }) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { passwords, providers } = useSuspenseQuery(signInMethodsQuery).data;
  const accept = useAccept(token);
  const signOut = useSignOut();

  if (user && user.email.toLowerCase() === offer.email.toLowerCase()) {
    return (
      <Button className="w-full" loading={accept.pending} onClick={accept.go}>
        Accept invite
      </Button>
    );
  }
  if (user) {
    const change = () =>
      signOut.mutate(undefined, {
        onSuccess: () => leaveToSignIn(undefined, `/invite#${token}`),
        onError: notify.failure,
      });
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="warning">
          You are signed in as {user.email}, but this invite is for {offer.email}.
        </Notice>
        <Button variant="secondary" className="w-full" loading={signOut.isPending} onClick={change}>
          Sign out and continue
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {providers.length > 0 && (
        <p className="text-sm text-ink-muted">
          Sign in with the address of this invite. Your projects page then shows the invite, where you can accept it.
        </p>
      )}
      {/* The link of the invite is a secret, so it is not sent along. */}
      <ProviderButtons />
      {passwords && offer.account_exists && (
        <SignInForm email={offer.email} submitLabel="Sign in and accept" onDone={accept.go} />
      )}
      {/* Signing up with the invite accepts it in the same step. */}
      {passwords && !offer.account_exists && (
        <SignUpForm
          invite={{ token, email: offer.email }}
          submitLabel="Create account and join"
          onDone={() => void accept.arrive()}
        />
      )}
    </div>
  );
}

function useAccept(token: string) {
  const accept = useAcceptInvite();
  const cache = useQueryClient();
  const navigate = useNavigate();
  return {
    pending: accept.isPending,
    go: () =>
      accept.mutate(token, {
        onSuccess: (project) => {
          notify.success(`Welcome to ${project.name}`);
          void navigate({ to: "/projects/$slug", params: { slug: project.slug }, replace: true });
        },
        onError: notify.failure,
      }),
    /** The new account has exactly the project it was invited to. */
    arrive: async () => {
      const { items } = await cache.fetchQuery(
        projectListQuery({ search: "", role: null, archived: false, cursor: null }),
      );
      const [joined] = items;
      notify.success(joined ? `Your account is ready. Welcome to ${joined.name}` : "Your account is ready");
      if (joined) await navigate({ to: "/projects/$slug", params: { slug: joined.slug }, replace: true });
      else await navigate({ to: "/projects", replace: true });
    },
  };
}
