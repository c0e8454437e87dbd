import { Dialog } from "@/shared/ui/Dialog";
import { Kbd } from "@/shared/ui/Kbd";
import { ROOM_SHORTCUTS } from "./roomShortcuts";

const SHORTCUTS: { keys: string[]; text: string }[] = [
  { keys: ["Ctrl", "K"], text: "Search and run commands" },
  { keys: ["C"], text: "New project" },
  { keys: ["G", "P"], text: "Go to projects" },
  ...ROOM_SHORTCUTS.map(({ key, text }) => ({ keys: ["G", key.toUpperCase()], text })),
  { keys: ["G", "A"], text: "Go to your account" },
  { keys: ["["], text: "Collapse or open the side rail" },
  { keys: ["?"], text: "Show these shortcuts" },
];

/** Those of the grid need the focus in it: Tab goes there, or a click on a cell. */
const WORKBENCH: typeof SHORTCUTS = [
  { keys: ["Ctrl", "↵"], text: "Run the prompt, from anywhere on the screen" },
  { keys: ["Ctrl", "Shift", "Z"], text: "Wrap long lines in the editor" },
  { keys: ["↑", "↓", "←", "→"], text: "Move from cell to cell" },
  { keys: ["↵"], text: "Open the cell" },
  { keys: ["Esc"], text: "Close the open panel or dialog" },
  { keys: ["1", "…", "9"], text: "Go to a column" },
  { keys: ["G", "G"], text: "Show grades" },
  { keys: ["G", "T"], text: "Show tokens" },
  { keys: ["G", "C"], text: "Show costs" },
  { keys: ["G", "L"], text: "Show latencies" },
  { keys: ["+"], text: "Thumbs up" },
  { keys: ["-"], text: "Thumbs down" },
  { keys: ["F"], text: "Flag for review" },
  { keys: ["R"], text: "Run the cell again" },
  { keys: ["S"], text: "Show all answers to a case side by side" },
];

export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width="lg">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <ShortcutList title="Everywhere" shortcuts={SHORTCUTS} />
        <ShortcutList title="On the workbench" shortcuts={WORKBENCH} />
      </div>
    </Dialog>
  );
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: typeof SHORTCUTS }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-medium text-ink-subtle">{title}</h3>
      <dl className="flex flex-col gap-0.5">
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className="flex min-h-8 items-center justify-between gap-4 text-sm">
            <dt className="text-ink-muted">{text}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
