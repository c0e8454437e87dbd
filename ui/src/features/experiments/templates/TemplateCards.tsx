import { useQuery } from "@tanstack/react-query";
import { Braces, Code, Feather, Headset, Sparkles } from "lucide-react";
import type { ExperimentTemplate } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { templatesQuery } from "../wizard/api";

const ICONS: Record<string, typeof Sparkles> = {
  "customer-support": Headset,
  "creative-writing": Feather,
  "data-extraction": Braces,
  "code-generation": Code,
};

interface TemplateCardsProps {
  project: string;
  /** The one whose draft is being made. */
  busy?: string | null;
  disabled?: boolean;
  dense?: boolean;
  onChoose: (template: ExperimentTemplate) => void;
}

/** Objective, rubric, prompt and real sample cases, filled in by one press. */
export function TemplateCards({ project, busy = null, disabled = false, dense = false, onChoose }: TemplateCardsProps) {
  const templates = useQuery(templatesQuery(project));
  const grid = cx("grid gap-3 sm:grid-cols-2", dense ? "2xl:grid-cols-4" : "xl:grid-cols-4");
  if (templates.isError) return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  if (!templates.data) {
    return (
      <Waiting label="Loading templates" className={grid}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="h-28 rounded-lg border border-line p-4">
            <TextSkeleton className="w-1/2" />
          </div>
        ))}
      </Waiting>
    );
  }
  return (
    <ul aria-label="Templates" className={grid}>
      {templates.data.map((template) => {
        const Icon = ICONS[template.id.replaceAll("_", "-")] ?? Sparkles;
        return (
          <li key={template.id} className="flex">
            <button
              type="button"
              aria-busy={busy === template.id || undefined}
              aria-disabled={disabled || undefined}
              onClick={() => !disabled && onChoose(template)}
              className={cx(
                "flex min-w-0 flex-1 flex-col gap-1 rounded-lg border border-line",
                "bg-raised text-left transition-colors duration-150",
                "hover:border-accent-mark hover:bg-surface aria-busy:animate-pulse aria-disabled:opacity-60",
                dense ? "px-3 py-2.5" : "p-4",
              )}
            >
              <span className="flex items-center gap-2 text-sm font-semibold text-ink">
                <Icon aria-hidden className="size-4 shrink-0 text-accent-ink" /> {template.name}
              </span>
              {!dense && <span className="text-sm text-ink-muted">{template.description}</span>}
              <span className="mt-auto text-xs text-ink-subtle">
                {countOf(template.criteria.length, "criterion", "criteria")}, a prompt,{" "}
                {countOf(template.cases.length, "case")}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
