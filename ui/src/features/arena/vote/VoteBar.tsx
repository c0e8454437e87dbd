import { ArrowLeft, ArrowRight, Equal, ThumbsDown, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/shared/ui/Button";
import { Kbd } from "@/shared/ui/Kbd";
import type { Outcome } from "../types";
import { OUTCOME_WORDS } from "./voteShortcuts";

interface VoteBarProps {
  busy: boolean;
  onVote: (outcome: Outcome) => void;
  onUndo: (() => void) | undefined;
}

/** In the order in which the answers stand: left at the left. */
const ORDER: readonly Outcome[] = ["left", "tie", "both_bad", "right"];
const LOOKS: Record<Outcome, { icon: ReactNode; key: string; shortcut: string }> = {
  left: { icon: <ArrowLeft aria-hidden />, key: "1", shortcut: "1 ArrowLeft" },
  tie: { icon: <Equal aria-hidden />, key: "T", shortcut: "t" },
  both_bad: { icon: <ThumbsDown aria-hidden />, key: "B", shortcut: "b" },
  right: { icon: <ArrowRight aria-hidden />, key: "2", shortcut: "2 ArrowRight" },
};

/** Stays in sight while long answers are scrolled. */
export function VoteBar({ busy, onVote, onUndo }: VoteBarProps) {
  return (
    <div
      role="group"
      aria-label="Your vote"
      className="sticky bottom-0 -mx-1 flex flex-col gap-2 border-t border-line bg-canvas px-1 py-3"
    >
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {ORDER.map((outcome) => (
          <Button
            key={outcome}
            variant="secondary"
            className="min-w-0"
            aria-keyshortcuts={LOOKS[outcome].shortcut}
            aria-busy={busy}
            onClick={() => onVote(outcome)}
          >
            {LOOKS[outcome].icon} <span className="truncate">{OUTCOME_WORDS[outcome]}</span>{" "}
            <Kbd>{LOOKS[outcome].key}</Kbd>
          </Button>
        ))}
      </div>
      <div className="flex items-center justify-between gap-3 text-xs text-ink-subtle">
        <span>The models are hidden, so that you judge only the text.</span>
        {onUndo && (
          <Button variant="ghost" size="xs" aria-keyshortcuts="u" disabled={busy} onClick={onUndo}>
            <Undo2 aria-hidden /> Undo <Kbd>U</Kbd>
          </Button>
        )}
      </div>
    </div>
  );
}
