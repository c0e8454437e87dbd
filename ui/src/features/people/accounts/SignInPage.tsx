import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { AccountCard, textLink } from "./AccountCard";
import { sessionQuery, signInMethodsQuery } from "./api";
import { safeNextPath } from "./nextPath";
import { ProviderButtons } from "./ProviderButtons";
import { SignInForm } from "./SignInForm";
import { providerProblem } from "./signInProblems";

const route = getRouteApi("/sign-in");

const NOTICES = {
  expired: "Your session has ended. Sign in again to continue where you were.",
  everywhere: "You are signed out on every device.",
  deleted: "Your account is deleted.",
  password: "Your password is changed. Sign in with the new one.",
};

export function SignInPage() {
  const { registration, mail_configured: mails } = useSuspenseQuery(sessionQuery).data;
  const { passwords } = useSuspenseQuery(signInMethodsQuery).data;
  const { next, notice, problem } = route.useSearch();
  const refused = providerProblem(problem);
  const navigate = useNavigate();
  return (
    <AccountCard
      title="Sign in to Edison"
      footer={
        registration === "open" &&
        passwords && (
          <>
            New here?{" "}
            <Link to="/sign-up" search={{ next }} className={textLink}>
              Create an account
            </Link>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {notice && <Notice tone="info">{NOTICES[notice]}</Notice>}
        {refused && (
          <Notice tone="error" alert>
            {refused}
          </Notice>
        )}
        <ProviderButtons next={next} />
        {passwords && <SignInForm onDone={() => void navigate({ href: safeNextPath(next) })} />}
        {passwords && mails && (
          <Link to="/forgot-password" className={cx(textLink, "self-center text-sm")}>
            Forgot your password?
          </Link>
        )}
      </div>
    </AccountCard>
  );
}
