import { RadioGroup } from "radix-ui";
import { type FormEvent, useState } from "react";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { cx } from "@/shared/ui/cx";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { SecretInput } from "@/shared/ui/SecretInput";
import { useAddChannel, useChangeChannel } from "./api";
import {
  bodyOf,
  changeOf,
  type ChannelForm,
  type ChannelProblems,
  formOf,
  newChannel,
  problemsOf,
} from "./channelForm";
import { EVENTS, KIND_NAMES, KINDS } from "./channelKinds";
import type { Channel, ChannelKind } from "./types";

interface ChannelDialogProps {
  project: string;
  /** Null: a new one. */
  channel: Channel | null;
  mailConfigured: boolean;
  privateEndpoints: boolean;
  onClose: () => void;
  /** A new webhook has a key that is shown once. */
  onSecret: (channel: Channel, secret: string) => void;
}

export function ChannelDialog(props: ChannelDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.channel ? `Change ${props.channel.name}` : "Add a channel"}
      description="A channel sends alerts to people outside Edison."
    >
      <ChannelFields {...props} />
    </Dialog>
  );
}

function ChannelFields({ project, channel, mailConfigured, privateEndpoints, onClose, onSecret }: ChannelDialogProps) {
  const [form, setForm] = useState<ChannelForm>(() => (channel ? formOf(channel) : newChannel()));
  const [shown, setShown] = useState<ChannelProblems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddChannel(project);
  const change = useChangeChannel(project);
  const set = (part: Partial<ChannelForm>) => {
    setForm({ ...form, ...part });
    setShown({});
  };
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const placed: ChannelProblems = {};
    for (const { path, message } of fieldProblems(error)) {
      const field = (["name", "url", "to", "events"] as const).find(
        (name) => path === name || path.includes(`.${name}`) || path.startsWith(`${name}.`),
      );
      if (field) placed[field] = message;
    }
    setShown(placed);
    setProblem(Object.keys(placed).length > 0 ? null : error.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const problems = problemsOf(form, channel !== null);
    setShown(problems);
    if (Object.keys(problems).length > 0) return;
    if (channel) {
      change.mutate(
        { channel: channel.id, ...changeOf(form) },
        {
          onSuccess: () => {
            notify.success("Channel changed");
            onClose();
          },
          onError: refused,
        },
      );
    } else {
      add.mutate(bodyOf(form), {
        onSuccess: ({ channel: added, signing_secret: secret }) => {
          notify.success(`${added.name} was added`);
          onClose();
          if (secret) onSecret(added, secret);
        },
        onError: refused,
      });
    }
  };
  const kind = KINDS[form.kind];
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      {!channel && <KindChoice value={form.kind} onChange={(next) => set({ kind: next })} />}
      {form.kind === "email" && !mailConfigured && (
        <Notice tone="warning">
          This installation has no mail server yet. Its operator must configure one before email can be sent.
        </Notice>
      )}
      <Field label="Name" required error={shown.name}>
        <Input
          value={form.name}
          onChange={({ target }) => set({ name: target.value })}
          autoComplete="off"
          placeholder="On call"
          maxLength={100}
        />
      </Field>
      {form.kind === "email" ? (
        <Field label="To" required error={shown.to} hint="One or more addresses, with commas between them.">
          <Input
            value={form.to}
            onChange={({ target }) => set({ to: target.value })}
            autoComplete="off"
            spellCheck={false}
            placeholder={kind.placeholder}
          />
        </Field>
      ) : (
        <Field
          label="Address"
          required={!channel}
          error={shown.url}
          hint={
            channel
              ? `Current address: ${channel.address}. Leave the field empty to keep it.`
              : "The address is encrypted before it is stored and never shown again."
          }
        >
          <SecretInput
            value={form.url}
            onChange={({ target }) => set({ url: target.value })}
            autoComplete="off"
            placeholder={kind.placeholder}
          />
        </Field>
      )}
      {form.kind !== "email" && privateEndpoints && (
        <Checkbox
          checked={form.allowPrivate}
          onChange={(allowPrivate) => set({ allowPrivate })}
          label="The address is inside our own network"
        />
      )}
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-ink">Send a message when</legend>
        {EVENTS.map(({ value, label, hint }) => (
          <Checkbox
            key={value}
            checked={form.events.includes(value)}
            onChange={(on) =>
              set({ events: on ? [...form.events, value] : form.events.filter((each) => each !== value) })
            }
            label={
              <>
                <span className="text-ink">{label}</span> <span className="text-xs text-ink-subtle">{hint}</span>
              </>
            }
          />
        ))}
        {shown.events && (
          <p role="alert" className="text-xs text-error">
            {shown.events}
          </p>
        )}
      </fieldset>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending || change.isPending}>
          {channel ? "Save" : "Add channel"}
        </Button>
      </DialogFooter>
    </form>
  );
}

function KindChoice({ value, onChange }: { value: ChannelKind; onChange: (kind: ChannelKind) => void }) {
  return (
    <RadioGroup.Root
      aria-label="Kind of channel"
      value={value}
      onValueChange={(next) => onChange(next as ChannelKind)}
      className="grid gap-2 sm:grid-cols-3"
    >
      {KIND_NAMES.map((name) => {
        const { name: label, about, icon: Icon } = KINDS[name];
        return (
          <RadioGroup.Item
            key={name}
            value={name}
            aria-label={label}
            className={cx(
              "flex flex-col items-start gap-1 rounded-lg border border-line px-3 py-2.5 text-left",
              "hover:bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft/40",
            )}
          >
            <span className="flex items-center gap-1.5 text-sm font-medium text-ink">
              <Icon aria-hidden className="size-4 text-ink-muted" /> {label}
            </span>
            <span className="text-xs text-ink-subtle">{about}</span>
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}
