import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useChangePassword } from "./api";
import { changePasswordProblem } from "./accountProblems";
import { SecretInput } from "@/shared/ui/SecretInput";
import { PasswordStrength } from "./PasswordStrength";
import { changePasswordSchema, type ChangePasswordValues } from "./accountFormSchemas";

const EMPTY = { current_password: "", password: "", confirm_password: "" };

export function ChangePasswordForm() {
  const change = useChangePassword();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<ChangePasswordValues>({ resolver: zodResolver(changePasswordSchema), defaultValues: EMPTY });
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const password = useWatch({ control, name: "password" });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await change.mutateAsync(values);
      form.reset(EMPTY);
      notify.success("Password changed");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const known = changePasswordProblem(error);
      if (known?.field && known.field !== "email") {
        form.setError(known.field, { type: "server", message: known.message }, { shouldFocus: true });
      } else {
        setProblem(
          showServerErrors<ChangePasswordValues>(
            error,
            ["current_password", "password", "confirm_password"],
            form.setError,
          ),
        );
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
      <Field label="Current password" required error={errors.current_password?.message}>
        <SecretInput {...register("current_password")} autoComplete="current-password" />
      </Field>
      <div className="flex flex-col gap-2">
        <Field label="New password" required error={errors.password?.message}>
          <SecretInput {...register("password")} autoComplete="new-password" />
        </Field>
        {password && <PasswordStrength password={password} />}
      </div>
      <Field label="Confirm new password" required error={errors.confirm_password?.message}>
        <SecretInput {...register("confirm_password")} autoComplete="new-password" />
      </Field>
      <div>
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
