import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { RenderedPrompt } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import type { Rendered } from "./useRendered";
import { VariableChips } from "./VariableChips";

interface EditorFooterProps {
  rendered: Rendered;
  /** Null without permission to edit. */
  onConvert: (() => Promise<void>) | null;
}

/** Below the text: which variables it has, how long it is, and what to look at again. */
export function EditorFooter({ rendered, onConvert }: EditorFooterProps) {
  const { shown } = rendered;
  if (!shown) return <div aria-hidden className="h-11 border-t border-line" />;
  return (
    <div className="border-t border-line">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
        {shown.variables.length > 0 ? (
          <VariableChips variables={shown.variables} missing={shown.missing} />
        ) : (
          <p className="text-xs text-ink-subtle">
            No variables. Write <code>{"{{name}}"}</code> to insert the value of a case.
          </p>
        )}
        {shown.characters > 0 && (
          <span className="ml-auto">
            <LengthNote shown={shown} what="The length includes the sample values." />
          </span>
        )}
      </div>
      <EditorWarnings rendered={rendered} onConvert={onConvert} />
    </div>
  );
}

/** How long it is, in letters and in tokens; `what` says what is counted. */
export function LengthNote({ shown, what, short = false }: { shown: RenderedPrompt; what: string; short?: boolean }) {
  const how = shown.tokens_exact
    ? "Counted with the model's own tokenizer."
    : "Estimated: each model counts in its own way.";
  return (
    <Tooltip text={`${how} ${what}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
          the explanation has to be reachable by keyboard */}
      <span tabIndex={0} role="note" aria-label="Length" className="rounded text-xs whitespace-nowrap text-ink-subtle">
        <span className={short ? "@max-[20rem]:hidden" : undefined}>
          {countOf(shown.characters, short ? "char" : "character")} ·{" "}
        </span>
        {shown.tokens_exact ? "" : "≈ "}
        {countOf(shown.tokens, "token")}
      </span>
    </Tooltip>
  );
}

/** Warnings about text that may be intended. */
export function EditorWarnings({ rendered: { shown }, onConvert }: EditorFooterProps) {
  return shown?.warnings.map(({ field, message }) => (
    <EditorWarning
      key={field + message}
      text={message}
      onConvert={message.includes("is sent unchanged") ? onConvert : null}
    />
  ));
}

function EditorWarning({ text, onConvert }: { text: string; onConvert: EditorFooterProps["onConvert"] }) {
  const [busy, setBusy] = useState(false);
  const convert = () => {
    setBusy(true);
    void onConvert?.().finally(() => setBusy(false));
  };
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-2 gap-y-1",
        "border-t border-line px-3 py-1.5 text-xs text-ink-muted",
      )}
    >
      <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning-mark" />
      <span className="min-w-0">{text}</span>
      {onConvert && (
        <Button variant="ghost" size="xs" className="-my-1" loading={busy} onClick={convert}>
          Convert
        </Button>
      )}
    </div>
  );
}
