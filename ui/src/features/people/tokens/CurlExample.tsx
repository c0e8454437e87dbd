import type { Project } from "@/api/types";
import { CopyButton } from "@/shared/ui/CopyButton";

export function CurlExample({ project, secret = "$EDISON_TOKEN" }: { project: Project; secret?: string }) {
  const url = `${window.location.origin}/api/v1/projects/${project.slug}`;
  const command = `curl ${url} \\\n  -H "Authorization: Bearer ${secret}"`;
  return (
    <div className="flex items-start justify-between gap-2 rounded-md border border-line bg-surface p-1 pl-3">
      <pre className="min-w-0 py-1.5 text-xs break-all whitespace-pre-wrap text-ink">{command}</pre>
      <CopyButton text={command} label="Copy command" />
    </div>
  );
}
