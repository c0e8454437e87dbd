import { type FormEvent, useState } from "react";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useChangeMonitor, useCreateMonitor } from "../api";
import type { Monitor } from "../types";
import { BaselineSection } from "./BaselineSection";
import { bodyOf, formOf, type FormProblems, type MonitorForm, newForm, problemsOf } from "./monitorForm";
import { NotificationSection } from "./NotificationSection";
import { RuleRows } from "./RuleRows";
import { ScheduleSection } from "./ScheduleSection";
import { ownZone } from "./scheduleTimes";

interface MonitorDialogProps {
  project: string;
  suite: string;
  /** Null: a new one. */
  monitor: Monitor | null;
  open: boolean;
  onClose: () => void;
}

export function MonitorDialog({ project, suite, monitor, open, onClose }: MonitorDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="lg"
      title={monitor ? "Change the monitor" : "New monitor"}
      description={
        "A monitor runs this suite on a schedule, compares each run with the baseline, " +
        "and raises an alert when something is wrong."
      }
    >
      <MonitorFields key={monitor?.id ?? "new"} project={project} suite={suite} monitor={monitor} onClose={onClose} />
    </Dialog>
  );
}

function MonitorFields({ project, suite, monitor, onClose }: Omit<MonitorDialogProps, "open">) {
  const [form, setForm] = useState<MonitorForm>(() => (monitor ? formOf(monitor) : newForm(ownZone())));
  const [shown, setShown] = useState<FormProblems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [more, setMore] = useState(false);
  const [rules, setRules] = useState(false);
  const create = useCreateMonitor(project, suite);
  const change = useChangeMonitor(project);
  const set = (part: Partial<MonitorForm>) => {
    setForm({ ...form, ...part });
    setShown({});
  };
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const cron = fieldProblems(error).find(({ path }) => path.endsWith("cron"));
    if (cron) setShown({ cron: cron.message });
    else setProblem(error.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const problems = problemsOf(form);
    setShown(problems);
    if (Object.keys(problems).length > 0) {
      // What is wrong must be seen.
      setRules(rules || Object.keys(problems).some((name) => name in form.measures));
      setMore(more || ["jitter", "quiet", "channels"].some((name) => name in problems));
      return;
    }
    const body = bodyOf(form);
    const done = (words: string) => () => {
      notify.success(words);
      onClose();
    };
    if (monitor)
      change.mutate(
        { monitor: monitor.id, revision: monitor.revision, ...body },
        { onSuccess: done("Monitor changed"), onError: refused },
      );
    else create.mutate(body, { onSuccess: done("Monitor created"), onError: refused });
  };
  const on =
    Object.values(form.flags).filter(Boolean).length +
    Object.values(form.measures).filter((measure) => measure.on).length;
  const section = { form, problems: shown, onChange: set };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <Field label="Name" required error={shown.name}>
        <Input
          value={form.name}
          onChange={({ target }) => set({ name: target.value })}
          autoComplete="off"
          placeholder="Nightly check"
        />
      </Field>
      <section aria-label="Schedule">
        <ScheduleSection project={project} {...section} />
      </section>
      <section aria-label="Baseline">
        <h3 className="mb-2 text-sm font-medium text-ink">Compare each run with</h3>
        <BaselineSection project={project} suite={suite} {...section} />
      </section>
      <Disclosure
        label="Alert rules"
        open={rules}
        onOpenChange={setRules}
        summary={`${on} rules are on; the defaults suit most suites`}
      >
        <RuleRows {...section} />
      </Disclosure>
      <Disclosure
        label="More"
        open={more}
        onOpenChange={setMore}
        summary={
          `${form.channels === null ? "all channels" : `${form.channels.length} channels`}, ` +
          `${form.quiet ? `quiet from ${form.quietFrom} to ${form.quietTo}` : "no quiet hours"}, ` +
          `${form.missed === "run_once" ? "missed runs are run once later" : "missed runs are skipped"}`
        }
      >
        <NotificationSection project={project} {...section} />
      </Disclosure>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending || change.isPending}>
          {monitor ? "Save" : "Create monitor"}
        </Button>
      </DialogFooter>
    </form>
  );
}
