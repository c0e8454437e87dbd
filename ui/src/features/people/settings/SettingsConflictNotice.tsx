import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { NUMBER_SETTINGS, type SettingsValues, SWITCH_SETTINGS } from "./settingsCatalog";

interface SettingsConflictNoticeProps {
  base: SettingsValues;
  theirs: SettingsValues;
  busy: boolean;
  onReload: () => void;
  onOverwrite: () => void;
}

const LABELS: Partial<Record<keyof SettingsValues, string>> = {
  name: "Name",
  description: "Description",
  default_provider: "Default provider",
  ...Object.fromEntries([...NUMBER_SETTINGS, ...SWITCH_SETTINGS].map(({ key, label }) => [key, label])),
};

/** Someone saved while this person was typing. Nothing is lost until they choose. */
export function SettingsConflictNotice({ base, theirs, busy, onReload, onOverwrite }: SettingsConflictNoticeProps) {
  const keys = Object.keys(theirs) as (keyof SettingsValues)[];
  const changed = keys.filter((key) => base[key] !== theirs[key]);
  return (
    <Notice tone="warning" alert>
      <p className="font-medium">Someone else changed these settings while you were editing.</p>
      {changed.length > 0 && (
        <ul className="mt-1">
          {changed.map((key) => (
            <li key={key}>
              {LABELS[key]} is now “{display(theirs[key])}”
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onReload}>
          Reload theirs
        </Button>
        <Button variant="danger" size="sm" loading={busy} onClick={onOverwrite}>
          Overwrite with mine
        </Button>
      </div>
    </Notice>
  );
}

function display(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}
