import { RotateCw, TriangleAlert } from "lucide-react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "./Button";
import { CopyButton } from "./CopyButton";

/** What went wrong, what to do now, and the trace id for the administrator. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const known = error instanceof ApiError ? error : null;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 rounded-lg border border-line px-6 py-10 text-center">
      <TriangleAlert aria-hidden className="size-6 text-error-mark" />
      <p className="text-base font-semibold text-ink">{known?.message ?? "Something went wrong on this page."}</p>
      <p className="max-w-md text-sm text-ink-muted">{known?.nextStep ?? "Try again in a moment."}</p>
      {onRetry && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onRetry}>
          <RotateCw aria-hidden /> Try again
        </Button>
      )}
      {known?.traceId && (
        <p className="mt-2 flex items-center gap-1 text-xs text-ink-subtle">
          Trace <code>{known.traceId}</code> <CopyButton text={known.traceId} label="Copy trace id" />
        </p>
      )}
    </div>
  );
}
