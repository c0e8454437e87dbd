import { Dialog } from "@/shared/ui/Dialog";
import { Kbd } from "@/shared/ui/Kbd";

const SHORTCUTS: { keys: string[]; text: string }[] = [
  { keys: ["Ctrl", "K"], text: "Search and run commands" },
  { keys: ["C"], text: "New project" },
  { keys: ["G", "P"], text: "Go to projects" },
  { keys: ["G", "H"], text: "Go to project home" },
  { keys: ["G", "O"], text: "Go to prompts" },
  { keys: ["G", "D"], text: "Go to datasets" },
  { keys: ["G", "R"], text: "Go to runs" },
  { keys: ["G", "L"], text: "Go to the list of models" },
  { keys: ["G", "K"], text: "Go to credentials (keys)" },
  { keys: ["G", "M"], text: "Go to project members" },
  { keys: ["G", "S"], text: "Go to project settings" },
  { keys: ["G", "A"], text: "Go to your account" },
  { keys: ["["], text: "Collapse or open the side rail" },
  { keys: ["?"], text: "Show these shortcuts" },
];

export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width="sm">
      <dl className="flex flex-col gap-1">
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text} className="flex min-h-8 items-center justify-between gap-4 text-sm">
            <dt className="text-ink-muted">{text}</dt>
            <dd className="flex gap-1">{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
