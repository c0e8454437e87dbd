import { CornerDownLeft, Undo2 } from "lucide-react";
import type { Ref } from "react";
import type { AnnotationReport } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Kbd } from "@/shared/ui/Kbd";
import type { Draft } from "./labelDraft";
import { ValueInput } from "./ValueInput";

interface LabelPanelProps {
  queue: AnnotationReport;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  note: Ref<HTMLTextAreaElement>;
  ready: boolean;
  busy: boolean;
  /** It was said before, and is looked at once more. */
  again: boolean;
  onSend: () => void;
  onSkip: () => void;
  onUndo: (() => void) | undefined;
}

/** The question beside the answer: it stays in sight while the text is scrolled. */
export function LabelPanel({
  queue,
  draft,
  onDraft,
  note,
  ready,
  busy,
  again,
  onSend,
  onSkip,
  onUndo,
}: LabelPanelProps) {
  return (
    <section
      aria-label="Your label"
      className={cx(
        "sticky bottom-0 flex flex-col gap-4 rounded-lg border border-line bg-raised p-4",
        "max-lg:-mx-1 max-lg:shadow-float lg:top-16 lg:bottom-auto",
      )}
    >
      {queue.instructions && (
        <p className="max-h-40 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted">
          {visibleText(queue.instructions)}
        </p>
      )}
      {again && (
        <p role="status" className="text-xs text-ink-subtle">
          You have already labelled this answer. A new label replaces the old one.
        </p>
      )}
      <div className="max-h-[55vh] overflow-y-auto p-px max-lg:max-h-[40vh]">
        <ValueInput question={queue} draft={draft} onChange={onDraft} />
      </div>
      <Field label="Note" optional aside={<Kbd>{queue.ask === "thumbs" ? "M" : "N"}</Kbd>}>
        <Textarea
          ref={note}
          rows={2}
          maxLength={2_000}
          value={draft.note}
          placeholder="Reason for your label (optional)"
          onChange={(event) => onDraft({ ...draft, note: event.target.value })}
        />
      </Field>
      <div className="flex items-center gap-2">
        <Button className="flex-1" disabled={!ready} loading={busy} aria-keyshortcuts="Enter" onClick={onSend}>
          Next <CornerDownLeft aria-hidden />
        </Button>
        <Button variant="secondary" disabled={busy} aria-keyshortcuts="s" onClick={onSkip}>
          Skip <Kbd>S</Kbd>
        </Button>
        {onUndo && (
          <Button variant="ghost" aria-keyshortcuts="u" onClick={onUndo}>
            <Undo2 aria-hidden /> Undo <Kbd>U</Kbd>
          </Button>
        )}
      </div>
    </section>
  );
}
