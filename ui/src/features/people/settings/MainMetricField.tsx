import { useQuery } from "@tanstack/react-query";
import { Controller, useFormContext } from "react-hook-form";
import { projectMetricsQuery } from "@/features/people/projects";
import { Field } from "@/shared/ui/Field";
import { Select } from "@/shared/ui/Select";
import type { SettingsValues } from "./settingsCatalog";

/** A value that no metric has: the field may be empty, and a select may not. */
const NONE = "\u0000";

export function MainMetricField({ project, readOnly }: { project: string; readOnly: boolean }) {
  const { control } = useFormContext<SettingsValues>();
  const known = useQuery(projectMetricsQuery(project)).data ?? [];
  return (
    <Controller
      control={control}
      name="main_metric"
      render={({ field }) => (
        <Field
          label="Main metric"
          hint={
            known.length > 0
              ? "Shown first for every run that has this metric, and used to compare runs."
              : "Score a run first. Then you can choose the main metric of the project."
          }
        >
          <Select
            value={field.value === "" ? NONE : field.value}
            onChange={(next) => field.onChange(next === NONE ? "" : next)}
            disabled={readOnly}
            options={[
              { value: NONE, label: "None: use the grader, or the composite if there is no grader" },
              ...[...new Set([...known.map(({ key }) => key), ...(field.value ? [field.value] : [])])].map((key) => ({
                value: key,
                label: key,
              })),
            ]}
          />
        </Field>
      )}
    />
  );
}
