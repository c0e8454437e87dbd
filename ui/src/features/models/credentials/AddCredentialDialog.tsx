import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { Credential, Provider, ProviderForm, Providers } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { providersQuery, useAddCredential } from "./api";
import { APPLICATION_FIELDS, ApplicationCost } from "./ApplicationFields";
import { ApplicationTest } from "./ApplicationTest";
import { CredentialFields } from "./CredentialFields";
import {
  canSaveAnyway,
  type CredentialValues,
  freeLabel,
  placedProblems,
  providerWords,
  suggestedAddress,
  toBody,
} from "./credentialForm";
import { useCredentialTestToast } from "./useCredentialTestToast";

interface AddCredentialDialogProps {
  project: string;
  labels: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AddCredentialDialog({ project, labels, open, onOpenChange }: AddCredentialDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add credential"
      description="The credential is tested with its provider first. If the test fails, you decide whether to save it."
    >
      <ProviderForm project={project} labels={labels} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface ProviderFormProps {
  project: string;
  labels: readonly string[];
  onClose: () => void;
}

// A component of its own so that a key that was typed is forgotten when the dialog closes.
function ProviderForm({ project, labels, onClose }: ProviderFormProps) {
  const providers = useQuery(providersQuery);
  const [chosen, setChosen] = useState<Provider | null>(null);
  if (providers.isPending) return <BlockSkeleton lines={4} label="Loading providers" />;
  if (providers.isError) return <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />;
  const { items } = providers.data;
  const form = items.find(({ provider }) => provider === chosen) ?? items[0];
  if (!form) return null;
  return (
    // The key makes a new form for each provider: what was typed for one is not sent to another.
    <CredentialForm
      key={form.provider}
      project={project}
      labels={labels}
      form={form}
      providers={providers.data}
      onProvider={setChosen}
      onClose={onClose}
    />
  );
}

interface CredentialFormProps extends ProviderFormProps {
  form: ProviderForm;
  providers: Providers;
  onProvider: (provider: Provider) => void;
}

function CredentialForm({ project, labels, form, providers, onProvider, onClose }: CredentialFormProps) {
  const add = useAddCredential(project);
  const sayItWorks = useCredentialTestToast(project);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [saved, setSaved] = useState<Credential | null>(null);
  const isApplication = form.provider === "APPLICATION";
  const methods = useForm<CredentialValues>({
    defaultValues: {
      label: freeLabel(form, labels),
      fields: isApplication ? APPLICATION_FIELDS : {},
      variables: {},
      sources: {},
      allow_private: false,
      make_default: false,
      cost_per_call: "",
    },
  });
  // The test continues when the dialog is closed, and its outcome must still be shown.
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);
  const {
    register,
    formState: { errors },
  } = methods;
  const name = PROVIDER_NAMES[form.provider];

  const save = async (values: CredentialValues, anyway = false) => {
    if (add.isPending) return;
    setProblem(null);
    try {
      const credential = await add.mutateAsync({ ...toBody(form, values), save_anyway: anyway });
      if (isApplication && !credential.problem_code && !closed.current) return setSaved(credential);
      onClose();
      if (credential.problem_code) notify.warning(`${name} credential saved, although its test failed`);
      else await sayItWorks(credential);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (closed.current) return notify.failure(error);
      const placed = placedProblems(form, error);
      placed.forEach(({ path, message }, index) =>
        methods.setError(path as "label", { type: "server", message }, { shouldFocus: index === 0 }),
      );
      if (placed.length === 0) setProblem(error);
    }
  };

  if (saved) return <ApplicationTest project={project} credential={saved} onClose={onClose} />;
  return (
    <FormProvider {...methods}>
      <form
        onSubmit={(event) => void methods.handleSubmit((values) => save(values))(event)}
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
      >
        {problem && (
          <ProblemNotice
            error={problem}
            onUse={(address) => {
              methods.setValue("fields.base_url", address, { shouldDirty: true });
              setProblem(null);
            }}
            onSaveAnyway={() => void methods.handleSubmit((values) => save(values, true))()}
          />
        )}
        <Field label="Provider" required>
          <Select
            value={form.provider}
            onChange={onProvider}
            disabled={add.isPending}
            options={providers.items.map(({ provider, title }) => ({ value: provider, label: title }))}
          />
        </Field>
        <Field
          label="Label"
          required
          error={errors.label?.message}
          hint="A name by which people of this project recognise this credential."
        >
          <Input
            {...register("label", { validate: (label) => label.trim() !== "" || "Label is required" })}
            maxLength={100}
          />
        </Field>
        <CredentialFields form={form} providers={providers} />
        {isApplication && <ApplicationCost />}
        <DialogFooter>
          <p role="status" className="mr-auto min-w-0 flex-1 text-xs text-ink-muted">
            {add.isPending &&
              (isApplication
                ? "Sending the test request. This can take up to 45 seconds."
                : `Calling ${name} to see whether it works and which models it offers. This can take up to 45 seconds.`)}
          </p>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            {add.isPending ? `Calling ${name}…` : "Test & save"}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}

interface ProblemNoticeProps {
  error: ApiError;
  onUse: (address: string) => void;
  onSaveAnyway: () => void;
}

function ProblemNotice({ error, onUse, onSaveAnyway }: ProblemNoticeProps) {
  const words = providerWords(error);
  const better = suggestedAddress(error);
  return (
    <Notice tone="error" alert>
      <p className="font-medium">{error.message}</p>
      {error.nextStep && <p>{error.nextStep}</p>}
      {words && (
        <p className="mt-1.5 border-l-2 border-current pl-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      )}
      {(better !== null || canSaveAnyway(error)) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {better !== null && (
            <Button variant="secondary" size="xs" className="wrap-anywhere" onClick={() => onUse(better)}>
              Use {better}
            </Button>
          )}
          {canSaveAnyway(error) && (
            <Button variant="secondary" size="xs" onClick={onSaveAnyway}>
              Save anyway
            </Button>
          )}
        </div>
      )}
    </Notice>
  );
}
