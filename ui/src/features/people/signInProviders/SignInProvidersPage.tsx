import { useSuspenseQuery } from "@tanstack/react-query";
import type { SignInProvider } from "@/api/types";
import { signInMethodsQuery, useMe } from "@/features/people/accounts";
import { Badge } from "@/shared/ui/Badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { GroupRolesCard } from "./GroupRolesCard";

/** For the owner of the installation: which providers there are, and which roles their groups give. */
export function SignInProvidersPage() {
  const me = useMe();
  const { passwords, providers } = useSuspenseQuery(signInMethodsQuery).data;
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4">
      <PageHeader
        title="Sign-in providers"
        description="Who people can sign in with, and which roles the groups of a provider give in projects."
        badges={!passwords && <Badge tone="accent">Passwords are off</Badge>}
      />
      {me.role === "OWNER" ? (
        <>
          <ProvidersCard providers={providers} />
          {providers.length > 0 && <GroupRolesCard providers={providers} />}
        </>
      ) : (
        <Notice tone="info">Only the owner of this installation may see this page.</Notice>
      )}
    </div>
  );
}

function ProvidersCard({ providers }: { providers: readonly SignInProvider[] }) {
  return (
    <Card aria-label="Providers">
      <CardHeader>
        <CardTitle>Providers</CardTitle>
        <CardDescription>
          {providers.length === 0
            ? "No provider is configured. Set EDISON_SIGN_IN_PROVIDERS, or EDISON_SIGN_IN_PROVIDERS_FILE, and restart."
            : "Providers are set in the settings of the server. Register the redirect address at each provider."}
        </CardDescription>
      </CardHeader>
      {providers.length > 0 && (
        <CardContent>
          <ul className="flex flex-col divide-y divide-line">
            {providers.map((provider) => (
              <li
                key={provider.name}
                className="grid gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[8rem_1fr]"
              >
                <h3 className="font-medium">{provider.label}</h3>
                <dl className="grid min-w-0 gap-1 text-sm">
                  <Fact name="Issuer" value={provider.issuer} />
                  <Fact name="Redirect address" value={redirectAddress(provider)} />
                </dl>
              </li>
            ))}
          </ul>
        </CardContent>
      )}
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-subtle">{name}</dt>
      <dd className="font-mono text-xs break-all">{value}</dd>
    </div>
  );
}

function redirectAddress(provider: SignInProvider): string {
  return new URL(provider.start_url.replace(/start$/, "callback"), window.location.origin).href;
}
