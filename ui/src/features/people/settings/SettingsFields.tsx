import { Controller, useFormContext } from "react-hook-form";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import {
  NUMBER_SETTINGS,
  type NumberSetting,
  PROVIDER_OPTIONS,
  RETENTION_SETTING,
  type SettingsValues,
  SWITCH_SETTINGS,
  type SwitchSetting,
} from "./settingsCatalog";
import { MainMetricField } from "./MainMetricField";
import { RetentionPreview } from "./RetentionPreview";

export function SettingsFields({ project, readOnly }: { project: string; readOnly: boolean }) {
  const {
    register,
    formState: { errors },
  } = useFormContext<SettingsValues>();
  return (
    <>
      <Card aria-label="About">
        <CardHeader>
          <CardTitle>About</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <Field label="Name" required error={errors.name?.message} className="max-w-md">
            <Input {...register("name")} readOnly={readOnly} autoComplete="off" />
          </Field>
          <Field label="Description" error={errors.description?.message} className="max-w-2xl">
            <Textarea {...register("description")} readOnly={readOnly} />
          </Field>
        </CardContent>
      </Card>
      <Card aria-label="Limits">
        <CardHeader>
          <CardTitle>Limits and defaults</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <ProviderField readOnly={readOnly} />
          <MainMetricField project={project} readOnly={readOnly} />
          {NUMBER_SETTINGS.map((setting) => (
            <NumberField key={setting.key} setting={setting} readOnly={readOnly} />
          ))}
        </CardContent>
      </Card>
      <Card aria-label="Retention">
        <CardHeader>
          <CardTitle>Retention</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <div className="max-w-md">
            <NumberField setting={RETENTION_SETTING} readOnly={readOnly} />
          </div>
          <RetentionPreview project={project} />
        </CardContent>
      </Card>
      <Card aria-label="Rules">
        <CardHeader>
          <CardTitle>Rules</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          {SWITCH_SETTINGS.map((setting) => (
            <SwitchField key={setting.key} setting={setting} readOnly={readOnly} />
          ))}
        </CardContent>
      </Card>
    </>
  );
}

function ProviderField({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name="default_provider"
      render={({ field }) => (
        <Field label="Default provider" hint="New experiments start with models of this provider.">
          <Select value={field.value} onChange={field.onChange} options={PROVIDER_OPTIONS} disabled={readOnly} />
        </Field>
      )}
    />
  );
}

function NumberField({ setting, readOnly }: { setting: NumberSetting; readOnly: boolean }) {
  const {
    register,
    formState: { errors },
  } = useFormContext<SettingsValues>();
  return (
    <Field label={`${setting.label} (${setting.unit})`} hint={setting.hint} error={errors[setting.key]?.message}>
      <Input
        {...register(setting.key, { valueAsNumber: true })}
        type="number"
        step={setting.step}
        readOnly={readOnly}
      />
    </Field>
  );
}

function SwitchField({ setting, readOnly }: { setting: SwitchSetting; readOnly: boolean }) {
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name={setting.key}
      render={({ field }) => (
        <div className="flex items-start justify-between gap-4">
          <div aria-hidden>
            <p className="text-sm font-medium">{setting.label}</p>
            <p className="text-sm text-ink-muted">{setting.hint}</p>
          </div>
          <Switch
            label={`${setting.label}. ${setting.hint}`}
            checked={field.value}
            onChange={field.onChange}
            disabled={readOnly}
          />
        </div>
      )}
    />
  );
}
