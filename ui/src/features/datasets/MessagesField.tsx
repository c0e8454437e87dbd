import { Plus, Trash2 } from "lucide-react";
import type { CaseMessages, CaseValue } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { IconButton } from "@/shared/ui/IconButton";
import { Textarea } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";

type Message = CaseMessages["messages"][number];

interface MessagesFieldProps {
  label: string;
  value: CaseMessages;
  error: string | undefined;
  onChange: (value: CaseValue) => void;
}

const ROLES: readonly { value: Message["role"]; label: string }[] = [
  { value: "system", label: "System" },
  { value: "user", label: "User" },
  { value: "assistant", label: "Assistant" },
  { value: "tool", label: "Tool" },
];

/** A value that is a conversation: it takes the place of a whole message of the prompt. */
export function MessagesField({ label, value, error, onChange }: MessagesFieldProps) {
  const set = (messages: Message[]) => onChange({ messages });
  const setOne = (index: number, part: Partial<Message>) =>
    set(value.messages.map((message, at) => (at === index ? { ...message, ...part } : message)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">
        {label} <span className="font-normal text-ink-subtle">(conversation)</span>
      </legend>
      {value.messages.map((message, index) => (
        <div key={index} className="flex items-start gap-2">
          <Select
            label={`Role of message ${index + 1}`}
            className="w-28 shrink-0"
            value={message.role}
            onChange={(role) => setOne(index, { role })}
            options={ROLES}
          />
          <div className="min-w-0 flex-1">
            <Textarea
              aria-label={`Message ${index + 1} of ${label}`}
              value={message.content}
              rows={2}
              dir="auto"
              onChange={(event) => setOne(index, { content: event.target.value })}
            />
            {message.tool_calls.length > 0 && (
              <p className="text-xs text-ink-subtle">
                Calls {message.tool_calls.map(({ name }) => name).join(", ")}. Tool calls are kept unchanged.
              </p>
            )}
          </div>
          <IconButton
            label={`Remove message ${index + 1}`}
            onClick={() =>
              value.messages.length > 1 ? set(value.messages.filter((_, at) => at !== index)) : onChange("")
            }
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        variant="ghost"
        size="xs"
        className="self-start"
        onClick={() =>
          set([
            ...value.messages,
            { role: next(value.messages), content: "", tool_calls: [], tool_call_id: null, files: [] },
          ])
        }
      >
        <Plus aria-hidden /> Add a message
      </Button>
      {error && (
        <p role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function next(messages: readonly Message[]): Message["role"] {
  return messages.at(-1)?.role === "user" ? "assistant" : "user";
}
