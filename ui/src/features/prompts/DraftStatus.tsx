import { Check, CircleAlert, CircleDot } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Spinner } from "@/shared/ui/Spinner";
import type { PromptDraft } from "./draft/usePromptDraft";

/** Whether what is written is kept. Said aloud when it changes. */
export function DraftStatus({ draft, short = false }: { draft: PromptDraft; short?: boolean }) {
  const failed = draft.error !== null && !draft.saving && draft.dirty;
  return (
    <span className="flex items-center gap-1">
      <span role="status" className="inline-flex items-center gap-1.5 text-xs text-ink-subtle [&_svg]:size-3.5">
        {wordsFor(draft, failed, short)}
      </span>
      {failed && !draft.theirs && (
        <Button variant="ghost" size="xs" onClick={() => void draft.save()}>
          Retry
        </Button>
      )}
    </span>
  );
}

function wordsFor(draft: PromptDraft, failed: boolean, short: boolean): ReactNode {
  const alarm = <CircleAlert aria-hidden className="text-error-mark" />;
  if (draft.saving)
    return (
      <>
        <Spinner /> Saving…
      </>
    );
  if (draft.theirs) return <>{alarm} Not saved: changed elsewhere</>;
  if (Object.keys(draft.problems).length > 0) return <>{alarm} Not saved: fix the marked fields</>;
  if (failed)
    return (
      <>
        {alarm} Not saved: {draft.error instanceof ApiError ? draft.error.message : "something went wrong"}
      </>
    );
  if (draft.dirty)
    return (
      <>
        <CircleDot aria-hidden /> {short ? "Unsaved" : "Unsaved changes"}
      </>
    );
  return (
    <>
      <Check aria-hidden className="text-success-mark" /> {short ? "Saved" : "Draft saved"}
    </>
  );
}
