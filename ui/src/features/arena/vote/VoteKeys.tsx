import { VOTING } from "@/shared/keys/shortcutRegistry";
import { Dialog } from "@/shared/ui/Dialog";
import { Kbd } from "@/shared/ui/Kbd";

export function VoteKeys({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keys for voting"
      description="Everything works without a mouse."
      width="sm"
    >
      <dl className="flex flex-col gap-0.5">
        {VOTING.map(({ keys, text }) => (
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
    </Dialog>
  );
}
