import { PenLine, Scale } from "lucide-react";
import type { PromptKind } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { KIND_NAMES } from "./promptPhrasing";

export function PromptKindBadge({ kind }: { kind: PromptKind }) {
  return (
    <Badge
      tone={kind === "grader" ? "lilac" : "neutral"}
      icon={kind === "grader" ? <Scale aria-hidden /> : <PenLine aria-hidden />}
    >
      {KIND_NAMES[kind]}
    </Badge>
  );
}
