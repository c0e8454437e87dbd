import { Undo2, X } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { SUSPICION_NAMES, SUSPICION_TONES } from "./suspicionKinds";
import type { QuestionSuspicion } from "./types";

interface SuspicionListProps {
  suspicions: readonly QuestionSuspicion[];
  /** Off without permission to edit. */
  edits: boolean;
  busy: boolean;
  onDismiss: (suspicion: QuestionSuspicion, dismissed: boolean) => void;
  onOpen: (question: string) => void;
}

/** Each reason in a sentence, with a way to say that it does not count. */
export function SuspicionList({ suspicions, edits, busy, onDismiss, onOpen }: SuspicionListProps) {
  return (
    <ul className="mt-1.5 flex flex-col gap-1">
      {suspicions.map((one) => (
        <li key={one.kind} className="flex items-start gap-x-2 text-xs">
          <span className="flex h-6 shrink-0 items-center sm:w-24">
            <Badge tone={one.dismissed ? "neutral" : SUSPICION_TONES[one.kind]}>{SUSPICION_NAMES[one.kind]}</Badge>
          </span>
          <p className="min-w-0 flex-1 pt-1 leading-4 wrap-anywhere">
            <span className={one.dismissed ? "text-ink-subtle line-through" : "text-ink-muted"}>
              {visibleText(one.sentence)}
            </span>
            {one.like_case && (
              <>
                {" "}
                <LikeLink suspicion={one} onOpen={onOpen} />
              </>
            )}
            {one.dismissed && <span className="text-ink-subtle"> dismissed</span>}
          </p>
          {edits && (
            <Button
              variant="ghost"
              size="xs"
              className="h-6 shrink-0"
              disabled={busy}
              onClick={() => onDismiss(one, !one.dismissed)}
            >
              {one.dismissed ? (
                <>
                  <Undo2 aria-hidden /> Restore
                </>
              ) : (
                <>
                  <X aria-hidden /> Dismiss<span className="sr-only"> {SUSPICION_NAMES[one.kind]}</span>
                </>
              )}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function LikeLink({
  suspicion: { like_case: like, like_position: position, like_text: text },
  onOpen,
}: {
  suspicion: QuestionSuspicion;
  onOpen: (question: string) => void;
}) {
  return (
    <button
      type="button"
      title={text ? visibleText(text) : undefined}
      onClick={() => like && onOpen(like)}
      className="rounded text-accent-ink underline underline-offset-2"
    >
      {position === null ? "Show the other" : `Show case ${position}`}
    </button>
  );
}
