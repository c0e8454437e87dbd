import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { AccountCard, textLink } from "./AccountCard";
import { sessionQuery, signInMethodsQuery } from "./api";
import { safeNextPath } from "./nextPath";
import { ProviderButtons } from "./ProviderButtons";
import { SignUpForm } from "./SignUpForm";
import { VerdictPicture } from "./VerdictPicture";

const route = getRouteApi("/sign-up");

export function SignUpPage() {
  const session = useSuspenseQuery(sessionQuery).data;
  // As it was before the account: the session of the new account is no first run any more.
  const [{ registration, first_run: firstRun, demo }] = useState(session);
  const { passwords } = useSuspenseQuery(signInMethodsQuery).data;
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const open = registration === "open" || firstRun;
  const done = () => {
    notify.success("Your account is ready");
    void navigate({ href: firstRun && demo && !next ? "/demo" : safeNextPath(next) });
  };
  return (
    <AccountCard
      title="Create your account"
      lead={
        <>
          Edison tells you whether a change to a prompt makes its answers better.
          {firstRun && " The first account becomes the owner of this installation."}
        </>
      }
      picture={<VerdictPicture />}
      footer={
        <>
          Already have an account?{" "}
          <Link to="/sign-in" search={{ next }} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      {open ? (
        <div className="flex flex-col gap-4">
          <ProviderButtons next={next} />
          {passwords && <SignUpForm onDone={done} />}
        </div>
      ) : (
        <Notice tone="info">
          {registration === "invite"
            ? "This installation is by invite only. Open the link in your invite to create an account."
            : "Registration is closed on this installation. Ask its owner for an account."}
        </Notice>
      )}
    </AccountCard>
  );
}
