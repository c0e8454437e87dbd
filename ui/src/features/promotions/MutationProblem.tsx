import { ApiError } from "@/shared/http/apiError";
import { Notice } from "@/shared/ui/Notice";

/** What the server refused, in place. */
export function MutationProblem({ error }: { error: Error | null }) {
  if (error === null) return null;
  const known = error instanceof ApiError ? error : null;
  return (
    <Notice tone="error" alert>
      {known?.message ?? "Something went wrong."} {known?.nextStep}
    </Notice>
  );
}
