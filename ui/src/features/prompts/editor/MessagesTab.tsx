import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Disclosure } from "@/shared/ui/Disclosure";
import { cx } from "@/shared/ui/cx";
import { Input } from "@/shared/ui/Input";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { Select } from "@/shared/ui/Select";
import { type MessageValues, newMessage, type Role } from "../draft/draftContent";
import { ROLE_NAMES } from "../promptPhrasing";
import { CodeField } from "./CodeField";
import { useEditorMode } from "./editorMode";
import { ItemActions } from "./ItemActions";
import { moved, replaced, without } from "./listEdits";
import type { TabProps } from "./tabProps";

const ROLE_OPTIONS = (Object.keys(ROLE_NAMES) as Role[]).map((value) => ({ value, label: ROLE_NAMES[value] }));
const MOST = 50;

export function MessagesTab({ values, set, readOnly, problemAt }: TabProps) {
  const { messages } = values;
  const { fill } = useEditorMode();
  const next: Role = messages.at(-1)?.role === "user" ? "assistant" : "user";
  return (
    // Filling, the text takes what its container has, less the lines above and below it.
    <div
      className={cx(
        "flex flex-col",
        fill ? "[--prompt-height:max(8rem,100cqh-2.75rem)]" : "xl:[--prompt-height:max(18rem,100dvh-27rem)]",
      )}
    >
      {messages.map((message, index) => (
        <MessageField
          key={message.key}
          message={message}
          index={index}
          count={messages.length}
          readOnly={readOnly}
          problemAt={problemAt}
          onChange={(part) => set({ messages: replaced(messages, index, part) })}
          onMove={(by) => set({ messages: moved(messages, index, by) })}
          onRemove={() => set({ messages: without(messages, index) })}
        />
      ))}
      {!readOnly && messages.length < MOST && (
        <div className="px-2 py-1.5">
          <Button variant="ghost" size="xs" onClick={() => set({ messages: [...messages, newMessage(next)] })}>
            <Plus aria-hidden /> Add message
          </Button>
        </div>
      )}
    </div>
  );
}

interface MessageFieldProps {
  message: MessageValues;
  index: number;
  count: number;
  readOnly: boolean;
  problemAt: TabProps["problemAt"];
  onChange: (part: Partial<MessageValues>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function MessageField({ message, index, count, readOnly, problemAt, onChange, onMove, onRemove }: MessageFieldProps) {
  const { begins, fill } = useEditorMode();
  // A single user message is the default and needs no role label.
  const plain = fill && count === 1 && message.role === "user";
  const what = count === 1 ? "message" : `message ${index + 1}`;
  const field = `messages.${index}`;
  return (
    <div
      role="group"
      aria-label={count === 1 ? "Message" : `Message ${index + 1}`}
      className={plain ? undefined : "border-b border-line last:border-b-0"}
    >
      {!plain && (
        <div className="flex min-h-10 items-center gap-2 px-3 pt-1.5">
          {readOnly ? (
            <span className="text-sm font-medium text-ink-muted">{ROLE_NAMES[message.role]}</span>
          ) : (
            <Select
              label={`Role of ${what}`}
              size="xs"
              value={message.role}
              onChange={(role) => onChange({ role })}
              options={ROLE_OPTIONS}
              className="w-28"
            />
          )}
          {message.role === "tool" && (
            <Input
              aria-label={`Call that ${what} answers`}
              placeholder="Id of the call it answers"
              value={message.toolCallId}
              readOnly={readOnly}
              onChange={(event) => onChange({ toolCallId: event.target.value })}
              className="h-7 max-w-56 px-2 font-mono text-xs"
            />
          )}
          {!readOnly && (
            <ItemActions
              what={what}
              index={index}
              count={count}
              onMove={onMove}
              onRemove={count > 1 ? onRemove : null}
            />
          )}
        </div>
      )}
      <CodeField
        bare
        label={count === 1 ? "Prompt text" : `Text of message ${index + 1}, ${ROLE_NAMES[message.role]}`}
        value={message.content}
        onChange={(content) => onChange({ content })}
        readOnly={readOnly}
        placeholder={
          index === 0
            ? "Write the prompt. {{name}} is a variable; <response> and JSON define the format of the answer."
            : ""
        }
        begins={begins && index === 0}
        minHeight={count === 1 ? "var(--prompt-height, 18rem)" : "6rem"}
      />
      <div className="flex flex-col gap-1 px-3 empty:hidden [&:not(:empty)]:pb-2">
        <ProblemLine text={problemAt(`${field}.tool_call_id`)} />
        {(message.role === "assistant" || message.toolCalls !== "") && (
          <ToolCalls
            what={what}
            text={message.toolCalls}
            readOnly={readOnly}
            problem={problemAt(`${field}.tool_calls`)}
            onChange={(toolCalls) => onChange({ toolCalls })}
          />
        )}
      </div>
    </div>
  );
}

interface ToolCallsProps {
  what: string;
  text: string;
  readOnly: boolean;
  problem: string | undefined;
  onChange: (text: string) => void;
}

function ToolCalls({ what, text, readOnly, problem, onChange }: ToolCallsProps) {
  const [open, setOpen] = useState(text !== "");
  return (
    <Disclosure
      label="Tool calls"
      open={open || problem !== undefined}
      onOpenChange={setOpen}
      summary={text ? null : "None"}
    >
      <div className="flex flex-col gap-1.5">
        <CodeField
          label={`Tool calls of ${what}, JSON`}
          language="json"
          value={text}
          onChange={onChange}
          readOnly={readOnly}
          invalid={problem !== undefined}
          placeholder='[{"id": "call_1", "name": "search", "arguments": "{}"}]'
          minHeight="4rem"
        />
        <ProblemLine text={problem} />
      </div>
    </Disclosure>
  );
}
