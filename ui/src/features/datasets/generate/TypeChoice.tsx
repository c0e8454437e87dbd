import { Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Input } from "@/shared/ui/Input";
import { KNOWN_TYPES, MOST_TYPES, toggledType } from "./generationForm";

interface TypeChoiceProps {
  types: readonly string[];
  onChange: (types: string[]) => void;
}

/** Kinds of questions to choose from, and a place for one's own. They become tags of the cases. */
export function TypeChoice({ types, onChange }: TypeChoiceProps) {
  const [typed, setTyped] = useState("");
  const own = types.filter((type) => !KNOWN_TYPES.some((known) => known === type));
  const full = types.length >= MOST_TYPES;
  const add = () => {
    const word = typed.trim().toLowerCase();
    if (word && !types.includes(word)) onChange(toggledType(types, word));
    setTyped("");
  };
  const press = (event: KeyboardEvent) => {
    if ((event.key !== "Enter" && event.key !== ",") || !typed.trim()) return;
    // Enter would send the form.
    event.preventDefault();
    add();
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">
        Types <span className="ml-1 font-normal text-ink-subtle">(optional)</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {[...KNOWN_TYPES, ...own].map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={types.includes(type)}
            aria-disabled={(full && !types.includes(type)) || undefined}
            onClick={() => onChange(toggledType(types, type))}
            className={cx(
              "h-8 max-w-full truncate rounded-md border border-control px-2.5 text-sm text-ink-muted",
              "hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
              "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink",
            )}
          >
            {type}
          </button>
        ))}
      </div>
      <div className="flex gap-2">
        <Input
          aria-label="Another type"
          value={typed}
          maxLength={50}
          autoComplete="off"
          placeholder={full ? `At most ${MOST_TYPES}` : "Another type…"}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={press}
        />
        <Button variant="secondary" disabled={!typed.trim() || full} onClick={add}>
          <Plus aria-hidden /> Add
        </Button>
      </div>
    </fieldset>
  );
}
