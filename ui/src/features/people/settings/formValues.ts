/** Between the project as the server has it and the form as people fill it. Pure. */
import type { Project } from "@/api/types";
import type { ProjectChange } from "@/features/people/projects";
import type { SettingsValues } from "./settingsCatalog";

export function valuesOf(project: Project): SettingsValues {
  // Protected labels have a card of their own.
  const { cost_alert_threshold: threshold, protected_labels: _, ...settings } = project.settings;
  return {
    name: project.name,
    description: project.description ?? "",
    ...settings,
    // Rounded because 0.29 × 100 is 28.999999999999996.
    cost_alert_percent: Math.round(threshold * 10_000) / 100,
  };
}

export function sameValues(one: SettingsValues, other: SettingsValues): boolean {
  return Object.keys(changeBetween(one, other)).length === 0;
}

/** Only what was changed, so that two people editing different settings do not undo each other. */
export function changeBetween(before: SettingsValues, after: SettingsValues): ProjectChange {
  const { name, description, cost_alert_percent: percent, ...settings } = after;
  const changed: ProjectChange = {};
  if (name !== before.name) changed.name = name;
  if (description !== before.description) changed.description = description || null;
  const touched = Object.entries(settings).filter(([key, value]) => before[key as keyof SettingsValues] !== value);
  const patch: NonNullable<ProjectChange["settings"]> = Object.fromEntries(touched);
  if (percent !== before.cost_alert_percent) patch.cost_alert_threshold = percent / 100;
  if (Object.keys(patch).length > 0) changed.settings = patch;
  return changed;
}
