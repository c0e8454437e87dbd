import { Badge } from "@/shared/ui/Badge";

/** Which version is the newest, and whether the draft has gone on since. */
export function VersionBadge({ latest, clean }: { latest: number; clean: boolean }) {
  if (latest === 0) return <Badge>Draft only</Badge>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Badge>v{latest}</Badge>
      {!clean && <span className="text-xs whitespace-nowrap text-ink-subtle">+ draft changes</span>}
    </span>
  );
}
