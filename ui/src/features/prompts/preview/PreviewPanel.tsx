import { Fragment } from "react";
import type { RenderedPrompt } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { CopyButton } from "@/shared/ui/CopyButton";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Verbatim } from "@/shared/ui/Verbatim";
import { piecesOf } from "../editor/promptHighlights";
import { ROLE_NAMES } from "../promptPhrasing";
import type { Samples } from "./sampleValues";
import { SampleValues } from "./SampleValues";
import type { Rendered } from "./useRendered";

interface PreviewPanelProps {
  rendered: Rendered;
  samples: Samples;
  onSamples: (samples: Samples) => void;
}

/** The exact messages that would be sent, rendered by the server. */
export function PreviewPanel({ rendered, samples, onSamples }: PreviewPanelProps) {
  const { shown, error, problems, retry } = rendered;
  if (!shown) {
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <BlockSkeleton lines={6} label="Rendering the prompt" />
    );
  }
  const messages = shown.messages.filter(({ content, tool_calls: calls }) => content !== "" || calls.length > 0);
  return (
    <div className="flex flex-col gap-5">
      {shown.variables.length > 0 && (
        <section aria-labelledby="sample-values" className="flex flex-col gap-2.5">
          <div className="flex items-baseline justify-between gap-2">
            <h3 id="sample-values" className="text-sm font-medium text-ink">
              Sample values
            </h3>
            <span className="text-xs text-ink-subtle">
              {shown.missing.length > 0 ? `${shown.missing.length} of ${shown.variables.length} missing` : "all filled"}
            </span>
          </div>
          <SampleValues variables={shown.variables} samples={samples} onChange={onSamples} />
        </section>
      )}
      <section aria-labelledby="what-is-sent" className="flex flex-col gap-2.5">
        <div className="flex items-baseline justify-between gap-2">
          <h3 id="what-is-sent" className="text-sm font-medium text-ink">
            What is sent
          </h3>
          {messages.length > 0 && (
            <span className="text-xs text-ink-subtle">{countOf(messages.length, "message")}</span>
          )}
        </div>
        {problems
          .filter(({ field }) => field.startsWith("values."))
          .map(({ field, message }) => (
            <p key={field} className="text-xs text-error">
              {message}
            </p>
          ))}
        {messages.length === 0 && (
          <p
            className={cx(
              "rounded-md border border-dashed border-line-strong",
              "px-3 py-6 text-center text-sm text-ink-muted",
            )}
          >
            The prompt is empty.
          </p>
        )}
        {messages.map((message, index) => (
          <SentMessage key={index} message={message} number={index + 1} missing={shown.missing} />
        ))}
      </section>
    </div>
  );
}

interface SentMessageProps {
  message: RenderedPrompt["messages"][number];
  number: number;
  missing: readonly string[];
}

function SentMessage({ message, number, missing }: SentMessageProps) {
  const role = ROLE_NAMES[message.role];
  return (
    <div className="group">
      <div className="flex h-7 items-center justify-between">
        <span className="text-xs font-medium text-ink-muted">
          {role}
          {message.tool_call_id && (
            <code className="ml-1.5 font-normal text-ink-subtle">answers {message.tool_call_id}</code>
          )}
        </span>
        <CopyButton text={message.content} label={`Copy message ${number}`} />
      </div>
      {message.content && (
        <Verbatim label={`${role}, message ${number}`} className="max-h-96 font-mono text-xs leading-5">
          <WithGaps text={message.content} missing={missing} />
        </Verbatim>
      )}
      {message.tool_calls.map((call) => (
        <p key={call.id} className="mt-1 font-mono text-xs wrap-anywhere text-ink-muted">
          calls {call.name}({visibleText(call.arguments)})
        </p>
      ))}
    </div>
  );
}

/** What has no value yet stands out; a value that happens to look like a variable does not. */
function WithGaps({ text, missing }: { text: string; missing: readonly string[] }) {
  return piecesOf(text).map(({ text: piece, kind }, index) =>
    kind === "variable" && missing.includes(piece.slice(2, -2)) ? (
      <mark key={index} className="rounded bg-lilac-soft px-0.5 font-medium text-lilac">
        {visibleText(piece)}
      </mark>
    ) : (
      <Fragment key={index}>{visibleText(piece)}</Fragment>
    ),
  );
}
