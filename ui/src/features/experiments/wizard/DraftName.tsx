import { PencilLine } from "lucide-react";
import { cx } from "@/shared/ui/cx";

/** The name, written where it is read. */
export function DraftName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <div className="mb-3 flex items-center gap-2">
      <PencilLine aria-hidden className="size-4 shrink-0 text-ink-subtle" />
      <input
        aria-label="Name of the experiment"
        value={name}
        maxLength={200}
        autoComplete="off"
        placeholder="Untitled experiment"
        onChange={({ target }) => onChange(target.value)}
        className={cx(
          "h-8 w-full max-w-xl min-w-0 rounded-md border border-transparent bg-transparent px-1.5 text-base",
          "font-medium text-ink placeholder:text-ink-subtle hover:border-line-strong focus-visible:border-focus",
        )}
      />
    </div>
  );
}
