import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import type { InviteOutcome, Project } from "@/api/types";
import { INVITABLE_ROLES, ROLE_HINTS } from "@/features/people/projects";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError, hasCode } from "@/shared/http/apiError";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Select } from "@/shared/ui/Select";
import { useCreateInvite } from "./api";
import { InviteLink } from "./InviteLink";

const schema = z.object({
  email: z.string().trim().min(1, "Email is required").pipe(z.email("Invalid email format")),
  role: z.enum(["VIEWER", "REVIEWER", "EDITOR", "ADMIN"]),
  message: z.string().trim().max(500, "Message is longer than 500 characters"),
});
type Values = z.infer<typeof schema>;

const ROLE_OPTIONS = INVITABLE_ROLES.map((role) => ({
  value: role as Values["role"],
  label: roleName(role),
  hint: ROLE_HINTS[role],
}));

interface InviteDialogProps {
  project: Project;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function InviteDialog({ project, open, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite member"
      description={`To ${project.name}. An invite is valid for 7 days.`}
    >
      <InviteSteps project={project} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function InviteSteps({ project, onClose }: { project: Project; onClose: () => void }) {
  const [outcome, setOutcome] = useState<InviteOutcome | null>(null);
  if (!outcome) return <InviteForm project={project} onDone={setOutcome} onClose={onClose} />;
  return (
    <>
      <InviteResult outcome={outcome} />
      <DialogFooter>
        <Button variant="secondary" onClick={() => setOutcome(null)}>
          Invite another
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </>
  );
}

function InviteResult({ outcome }: { outcome: InviteOutcome }) {
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="success" alert>
        {outcome.emailed
          ? `The invite is on its way to ${outcome.invite.email}.`
          : `The invite for ${outcome.invite.email} is ready.`}{" "}
        They become a member when they accept it.
      </Notice>
      <InviteLink link={outcome.link} emailed={outcome.emailed} />
    </div>
  );
}

interface InviteFormProps {
  project: Project;
  onDone: (outcome: InviteOutcome) => void;
  onClose: () => void;
}

function InviteForm({ project, onDone, onClose }: InviteFormProps) {
  const create = useCreateInvite(project.slug);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: "", role: "EDITOR", message: "" },
  });
  const {
    register,
    control,
    formState: { errors },
  } = form;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      onDone(await create.mutateAsync(values));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (hasCode(error, "ALREADY_MEMBER")) {
        form.setError("email", { type: "server", message: "This person is already a member" }, { shouldFocus: true });
      } else if (hasCode(error, "INVALID_EMAIL")) {
        form.setError("email", { type: "server", message: "Invalid email format" }, { shouldFocus: true });
      } else {
        setProblem(showServerErrors<Values>(error, ["email", "role", "message"], form.setError));
      }
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <Field label="Email" required error={errors.email?.message}>
        <Input {...register("email")} type="email" autoComplete="off" placeholder="name@company.com" />
      </Field>
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <Field label="Role" required error={errors.role?.message}>
            <Select value={field.value} onChange={field.onChange} options={ROLE_OPTIONS} />
          </Field>
        )}
      />
      <Field label="Personal message" optional error={errors.message?.message}>
        <Textarea {...register("message")} />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Send invite
        </Button>
      </DialogFooter>
    </form>
  );
}
