import { useInfiniteQuery } from "@tanstack/react-query";
import type { ProjectEvent, Prompt } from "@/api/types";
import { useMe } from "@/features/people/accounts";
import { activityQuery } from "@/features/audit/activity";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { PromptDraft } from "./draft/usePromptDraft";
import { whoChanged } from "./events";

interface PromptConflictNoticeProps {
  project: string;
  draft: PromptDraft;
  theirs: Prompt;
}

/** Someone saved while this person was writing. Nothing is lost until they choose. */
export function PromptConflictNotice({ project, draft, theirs }: PromptConflictNoticeProps) {
  const me = useMe();
  const feed = useInfiniteQuery(activityQuery(project));
  const events: readonly ProjectEvent[] = feed.data?.pages.flatMap((page) => page.items) ?? [];
  const who = whoChanged(events, theirs);
  return (
    <Notice tone="warning" alert className="mb-4">
      <p className="font-medium">
        {who === null ? "Someone" : who.id === me.id ? "You, in another window," : who.label} changed this prompt while
        you were editing (<RelativeTime at={theirs.updated_at} />
        ).
      </p>
      <p className="mt-0.5">Your text is still here and is not saved yet.</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={draft.takeTheirs}>
          Reload theirs
        </Button>
        <Button variant="danger" size="sm" loading={draft.saving} onClick={() => void draft.overwrite()}>
          Overwrite with mine
        </Button>
      </div>
    </Notice>
  );
}
