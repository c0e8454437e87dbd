/** The fields a provider asks for, drawn from what the server says about it. */
import { type ReactNode, useState } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import type { ProviderForm, Providers } from "@/api/types";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { SecretInput, SecretTextarea } from "@/shared/ui/SecretInput";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import { RepeatableSwitch } from "./ApplicationFields";
import { type CredentialValues, isAdvanced, type KeySource, looksPrivate } from "./credentialForm";

type FormField = ProviderForm["fields"][number];

const SOURCES: readonly { value: KeySource; label: string }[] = [
  { value: "key", label: "Store a key" },
  { value: "variable", label: "Environment variable" },
];

export function CredentialFields({ form, providers }: { form: ProviderForm; providers: Providers }) {
  const {
    formState: { errors },
  } = useFormContext<CredentialValues>();
  const [opened, setOpened] = useState(false);
  const advanced = form.fields.filter(isAdvanced);
  // A field that was refused has to be seen.
  const refused = advanced.some(({ name }) => errors.fields?.[name]);
  return (
    <>
      {form.fields
        .filter((field) => !isAdvanced(field))
        .map((field) =>
          field.secret && providers.key_variables.length > 0 ? (
            <SecretField key={field.name} field={field} variables={providers.key_variables} />
          ) : (
            <OneField key={field.name} field={field} />
          ),
        )}
      {advanced.length > 0 && (
        <Disclosure
          label="Advanced"
          open={opened || refused}
          onOpenChange={setOpened}
          summary={advanced.map(({ label }) => label).join(", ")}
        >
          <div className="flex flex-col gap-4">
            {advanced.map((field) => (
              <OneField
                key={field.name}
                field={field}
                placeholder={field.name === "base_url" ? (form.base_url ?? "") : field.placeholder}
              />
            ))}
          </div>
        </Disclosure>
      )}
      <PrivateSwitch form={form} allowed={providers.private_endpoints} />
    </>
  );
}

function OneField({
  field,
  placeholder = field.placeholder,
  aside,
}: {
  field: FormField;
  placeholder?: string;
  aside?: ReactNode;
}) {
  const {
    register,
    formState: { errors },
  } = useFormContext<CredentialValues>();
  const wiring = {
    ...register(
      `fields.${field.name}`,
      field.required ? { validate: (typed) => (typed ?? "").trim() !== "" || `${field.label} is required` } : {},
    ),
    placeholder,
    autoComplete: field.secret ? "new-password" : "off",
  };
  if (field.name === "repeatable") return <RepeatableSwitch />;
  return (
    <Field
      label={field.label}
      required={field.required}
      optional={!field.required}
      error={errors.fields?.[field.name]?.message}
      hint={field.help || undefined}
      aside={aside}
    >
      {field.secret && field.multiline && <SecretTextarea {...wiring} rows={5} />}
      {field.secret && !field.multiline && <SecretInput {...wiring} className="font-mono text-sm" />}
      {!field.secret && field.multiline && (
        <Textarea {...wiring} rows={5} spellCheck={false} className="font-mono text-sm" />
      )}
      {!field.secret && !field.multiline && <Input {...wiring} spellCheck={false} />}
    </Field>
  );
}

function SecretField({ field, variables }: { field: FormField; variables: readonly string[] }) {
  const {
    control,
    formState: { errors },
  } = useFormContext<CredentialValues>();
  const source = useWatch({ control, name: `sources.${field.name}` }) ?? "key";
  const choice = (
    <Controller
      control={control}
      name={`sources.${field.name}`}
      render={({ field: { onChange } }) => (
        <Segmented label={`Source of ${field.label}`} value={source} onChange={onChange} options={SOURCES} />
      )}
    />
  );
  if (source === "key") return <OneField field={field} aside={choice} />;
  return (
    <Controller
      control={control}
      name={`variables.${field.name}`}
      defaultValue={variables[0] ?? ""}
      render={({ field: { value, onChange } }) => (
        <Field
          label={field.label}
          required={field.required}
          error={errors.variables?.[field.name]?.message}
          hint="Read by the workers when a call is made. The operator of this installation defines which names are allowed."
          aside={choice}
        >
          <Select
            value={value ?? ""}
            onChange={onChange}
            options={variables.map((name) => ({ value: name, label: name }))}
          />
        </Field>
      )}
    />
  );
}

function PrivateSwitch({ form, allowed }: { form: ProviderForm; allowed: boolean }) {
  const { control } = useFormContext<CredentialValues>();
  const address = useWatch({ control, name: "fields.base_url" }) ?? "";
  const on = useWatch({ control, name: "allow_private" });
  if (!form.usually_private && !looksPrivate(address) && !on) return null;
  const hint = allowed
    ? "Calls may then reach machines in the network of this server, such as a model you run yourself."
    : "The operator of this installation has forbidden private addresses.";
  return (
    <Controller
      control={control}
      name="allow_private"
      render={({ field }) => (
        <div className="flex items-start justify-between gap-4 rounded-md border border-line px-3 py-2.5">
          <div aria-hidden>
            <p className="text-sm font-medium">Allow private addresses</p>
            <p className="text-xs text-ink-muted">{hint}</p>
          </div>
          <Switch
            label={`Allow private addresses. ${hint}`}
            checked={field.value}
            onChange={field.onChange}
            disabled={!allowed}
          />
        </div>
      )}
    />
  );
}
