import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { getQuery } from "@/shared/http/queries";
import { cx } from "@/shared/ui/cx";
import { settingsSchema, type SettingsValues } from "./settingsCatalog";
import { sayKept, sayNight, sayRule, WHAT_STAYS } from "./retentionPhrasing";

function retentionQuery(project: string, days: number) {
  return getQuery(
    ["retention", project, days],
    "/api/v1/projects/{project}/retention",
    { path: { project }, query: { days } },
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );
}

/** What the age that is being typed would delete, before it is saved; first, for the bar to save may cover the rest. */
export function RetentionPreview({ project }: { project: string }) {
  const { watch } = useFormContext<SettingsValues>();
  const typed = settingsSchema.shape.retention_days.safeParse(watch("retention_days"));
  if (!typed.success) return null;
  return <DeletionPreview project={project} days={typed.data} />;
}

function DeletionPreview({ project, days }: { project: string; days: number }) {
  const found = useQuery(retentionQuery(project, days));
  const kept = found.data ? sayKept(found.data) : null;
  return (
    <div className="flex max-w-3xl flex-col gap-2 text-sm text-ink-muted">
      <div role="status" aria-label="Next night" className={cx(found.isPlaceholderData && "opacity-60")}>
        {found.isError && <p>The data that will be deleted next night could not be counted.</p>}
        {found.isPending && <p>Counting the data that will be deleted next night…</p>}
        {found.data && <p className="font-medium text-ink">{sayNight(found.data)}</p>}
        {kept && <p>{kept}</p>}
      </div>
      <p>{sayRule(days)}</p>
      {days > 0 && <p>{WHAT_STAYS}</p>}
    </div>
  );
}
