import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { cx } from "@/shared/ui/cx";
import { useFieldWiring } from "@/shared/ui/Field";
import { withTags } from "./caseForm";

interface TagInputProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** Known tags, offered while typing. */
  known?: readonly string[];
  placeholder?: string;
}

/** Enter or a comma makes a tag of what was typed; backspace takes the last one back. */
export function TagInput({ tags, onChange, known = [], placeholder = "Add a tag…" }: TagInputProps) {
  const [typed, setTyped] = useState("");
  const list = useId();
  const wiring = useFieldWiring();
  const add = (text: string) => {
    const next = withTags(tags, text);
    if (next.length !== tags.length) onChange(next);
    setTyped("");
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === "Enter" || event.key === ",") && typed.trim()) {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  };
  return (
    <div
      className={cx(
        "flex min-h-9 flex-wrap items-center gap-1 rounded-md border border-control bg-raised px-1.5 py-1",
        "focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus",
        "hover:border-ink-muted",
      )}
    >
      {tags.map((tag) => (
        <span
          key={tag}
          className={cx(
            "inline-flex h-6 max-w-full min-w-0 items-center rounded",
            "bg-surface-hover pl-2 text-xs font-medium text-ink",
          )}
        >
          <span className="truncate">{tag}</span>
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            onClick={() => onChange(tags.filter((other) => other !== tag))}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded text-ink-subtle hover:text-ink"
          >
            <X aria-hidden className="size-3" />
          </button>
        </span>
      ))}
      <input
        {...wiring}
        list={known.length > 0 ? list : undefined}
        value={typed}
        maxLength={100}
        autoComplete="off"
        placeholder={tags.length === 0 ? placeholder : ""}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
        onBlur={() => typed.trim() && add(typed)}
        className={cx(
          "h-6 min-w-24 [&::-webkit-calendar-picker-indicator]:hidden!",
          "flex-1 bg-transparent px-1.5 text-sm text-ink focus-visible:outline-none",
        )}
      />
      <datalist id={list}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
