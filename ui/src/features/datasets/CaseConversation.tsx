import type { CaseValue } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { StoredFile } from "@/shared/ui/StoredFile";

interface CaseConversationProps {
  value: Exclude<CaseValue, string>;
  withToolCalls?: boolean;
  className?: string;
}

/** The messages of a case whose value is a conversation, or its file. */
export function CaseConversation({ value, withToolCalls = false, className }: CaseConversationProps) {
  if ("file" in value) return <StoredFile file={value} {...(className ? { className } : {})} />;
  return (
    <ol
      className={cx("flex flex-col divide-y divide-line rounded-md border border-line bg-surface text-sm", className)}
    >
      {value.messages.map((message, index) => (
        <li key={index} className="flex gap-3 px-3 py-2.5">
          <span className="w-18 shrink-0">
            <Badge tone={message.role === "assistant" ? "accent" : "neutral"}>{message.role}</Badge>
          </span>
          <div dir="auto" className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
            {visibleText(message.content)}
            {withToolCalls &&
              message.tool_calls.map((call) => (
                <code key={call.id} className="mt-1 block text-xs text-ink-muted">
                  {visibleText(`${call.name}(${call.arguments})`)}
                </code>
              ))}
            {message.files.map((file) => (
              <StoredFile key={`${file.file}-${file.at}`} file={file} className="mt-2" />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
