import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import type { CreatedToken, Project } from "@/api/types";
import { INVITABLE_ROLES, ROLE_HINTS } from "@/features/people/projects";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError } from "@/shared/http/apiError";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Select } from "@/shared/ui/Select";
import { useCreateToken } from "./api";
import { TokenSecret } from "./TokenSecret";

const schema = z.object({
  name: z.string().trim().min(1, "Name is required").max(100, "Name too long"),
  role: z.enum(["VIEWER", "REVIEWER", "EDITOR", "ADMIN"]),
  expires_in_days: z
    .number("Enter a number of days")
    .int("Enter whole days")
    .min(1, "At least 1 day")
    .max(365, "At most 365 days"),
});
type Values = z.infer<typeof schema>;

const ROLE_OPTIONS = INVITABLE_ROLES.map((role) => ({
  value: role as Values["role"],
  label: roleName(role),
  hint: ROLE_HINTS[role],
}));

interface NewTokenDialogProps {
  project: Project;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function NewTokenDialog({ project, open, onOpenChange }: NewTokenDialogProps) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const close = () => {
    setCreated(null);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={created ? "Copy your token now" : "New token"}
      description={
        created
          ? "The token is shown only once. Edison keeps only its hash."
          : "For scripts and continuous integration. The token has the role that you give it."
      }
      closeOnOutside={created === null}
    >
      {created ? (
        <TokenSecret created={created} project={project} onDone={close} />
      ) : (
        <TokenForm project={project} onDone={setCreated} onClose={close} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  project: Project;
  onDone: (created: CreatedToken) => void;
  onClose: () => void;
}

function TokenForm({ project, onDone, onClose }: TokenFormProps) {
  const create = useCreateToken(project.slug);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", role: "EDITOR", expires_in_days: 90 },
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
      setProblem(showServerErrors<Values>(error, ["name", "role", "expires_in_days"], form.setError));
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <Field
        label="Name"
        required
        error={errors.name?.message}
        hint="Where the token is used, so that you know what stops working when it is revoked."
      >
        <Input {...register("name")} autoComplete="off" placeholder="Nightly regression" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="role"
          render={({ field }) => (
            <Field label="Role" required error={errors.role?.message}>
              <Select value={field.value} onChange={field.onChange} options={ROLE_OPTIONS} />
            </Field>
          )}
        />
        <Field label="Expires in days" required error={errors.expires_in_days?.message}>
          <Input {...register("expires_in_days", { valueAsNumber: true })} type="number" min={1} max={365} />
        </Field>
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
      </DialogFooter>
    </form>
  );
}
