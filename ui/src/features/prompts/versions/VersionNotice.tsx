import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowLeftRight, Pencil, RotateCcw } from "lucide-react";
import { useMemo } from "react";
import type { Prompt, PromptVersion } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { versionQuery } from "../api";
import { type DraftValues, valuesOf } from "../draft/draftContent";
import type { VersionQuestion } from "./versionDialogs";

interface VersionShown {
  found: PromptVersion | null;
  /** Null while there is none to show. */
  values: DraftValues | null;
  error: unknown;
  retry: () => void;
}

/** The version on the screen, as values for the editor. */
export function useVersionShown(project: string, prompt: string, number: number | null): VersionShown {
  const { data, error, refetch } = useQuery({
    ...versionQuery(project, prompt, number ?? 0),
    enabled: number !== null,
  });
  const found = number === null ? null : (data ?? null);
  const content = found?.content;
  const values = useMemo(() => (content ? valuesOf(content) : null), [content]);
  return { found, values, error, retry: () => void refetch() };
}

interface VersionNoticeProps {
  number: number;
  prompt: Prompt;
  version: VersionShown;
  mayEdit: boolean;
  onBack: () => void;
  onEdit: (number: number) => void;
  onCompare: (a: number, b: number) => void;
  onAsk: (question: VersionQuestion) => void;
}

/** Says that this is not the draft, and what can be done from here. */
export function VersionNotice({
  number,
  prompt,
  version,
  mayEdit,
  onBack,
  onEdit,
  onCompare,
  onAsk,
}: VersionNoticeProps) {
  if (version.error && !version.found) return <ErrorState error={version.error} onRetry={version.retry} />;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-info-soft px-3 py-2 text-sm text-info"
    >
      <span className="min-w-0 flex-1 basis-48">
        <strong className="font-semibold">Version {number}</strong>, read only
        {version.found && (
          <>
            {" "}
            · {version.found.author}, <RelativeTime at={version.found.created_at} />
          </>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {number !== prompt.latest && (
          <Button variant="secondary" size="xs" onClick={() => onCompare(number, prompt.latest)}>
            <ArrowLeftRight aria-hidden /> Compare with latest
          </Button>
        )}
        {mayEdit && version.found && (
          <Button variant="secondary" size="xs" onClick={() => onEdit(number)}>
            <Pencil aria-hidden /> Edit
          </Button>
        )}
        {mayEdit && version.found && (
          <Button
            variant="secondary"
            size="xs"
            onClick={() => version.found && onAsk({ kind: "restore", version: version.found })}
          >
            <RotateCcw aria-hidden /> Restore
          </Button>
        )}
        <Button variant="secondary" size="xs" onClick={onBack}>
          <ArrowLeft aria-hidden /> Back to the draft
        </Button>
      </span>
    </div>
  );
}

/** Says which version the draft was taken from, and lets go of it. */
export function EditingNotice({ from, latest, onLetGo }: { from: number; latest: number; onLetGo: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-info-soft px-3 py-2 text-sm text-info"
    >
      <span className="min-w-0 flex-1 basis-48">
        <strong className="font-semibold">Editing version {from}</strong>. Saving creates version {latest + 1}, based on
        version {from}.
      </span>
      <Button variant="secondary" size="xs" onClick={onLetGo}>
        Edit version {latest} instead
      </Button>
    </div>
  );
}
