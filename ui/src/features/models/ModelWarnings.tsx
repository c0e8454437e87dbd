import { TriangleAlert } from "lucide-react";
import type { Model } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { retirementText } from "./retirementText";

/** A model that is going or gone, and what to use instead. */
export function ModelWarnings({ model }: { model: Model }) {
  const leaves = retirementText(model);
  if (!model.deprecated && !model.missing && !leaves) return null;
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
      {leaves && <span className="text-xs text-ink-muted">{leaves}</span>}
      {model.alternative && (
        <span className="text-xs text-ink-muted">
          use <code className="font-medium">{model.alternative}</code>
        </span>
      )}
    </span>
  );
}
