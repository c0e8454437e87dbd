import { DOCS } from "@/shared/http/docs";
import { EVERYWHERE, type Shortcut, WORKBENCH } from "@/shared/keys/shortcutRegistry";
import { Dialog } from "@/shared/ui/Dialog";
import { Kbd } from "@/shared/ui/Kbd";

export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width="lg">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <ShortcutList title="Everywhere" shortcuts={EVERYWHERE} />
        <ShortcutList title="On the workbench" shortcuts={WORKBENCH} />
      </div>
      <p className="mt-5 text-sm text-ink-muted">
        Everything else is in the{" "}
        <a href={DOCS} target="_blank" className="text-accent-ink underline">
          documentation
        </a>
        .
      </p>
    </Dialog>
  );
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
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
