import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "@/shared/http/apiError";
import { ErrorState } from "@/shared/ui/ErrorState";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { CrashPage } from "./CrashPage";

/** A page that could not be loaded or drawn. What the server said is shown as it said it. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!(error instanceof ApiError)) return <CrashPage />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <FailedPage error={error} onRetry={retry} />;
}

function FailedPage({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const heading = usePageHeading(["Could not load"]);
  return (
    <div className="mx-auto w-full max-w-xl py-16">
      <h1 ref={heading} tabIndex={-1} data-page-heading className="sr-only">
        This page could not be loaded
      </h1>
      <ErrorState error={error} onRetry={onRetry} />
    </div>
  );
}
