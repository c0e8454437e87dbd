import { TriangleAlert } from "lucide-react";
import type { Model } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";

/** A model that is going or gone, and what to use instead. */
export function ModelWarnings({ model }: { model: Model }) {
  if (!model.deprecated && !model.missing) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {model.missing && (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          No longer listed
        </Badge>
      )}
      {model.deprecated && !model.missing && (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          Deprecated
        </Badge>
      )}
      {model.alternative && (
        <span className="text-xs text-ink-muted">
          use <code className="font-medium">{model.alternative}</code>
        </span>
      )}
    </span>
  );
}
