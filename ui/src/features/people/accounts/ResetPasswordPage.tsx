import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { SecretInput } from "@/shared/ui/SecretInput";
import { AccountCard, textLink } from "./AccountCard";
import { resetPasswordProblem } from "./accountProblems";
import { useResetPassword } from "./api";
import { newPasswordSchema, type NewPasswordValues } from "./accountFormSchemas";
import { leaveToSignIn } from "./leaveToSignIn";
import { PasswordStrength } from "./PasswordStrength";

/** Opened by the link in a mail; its token is the fragment, which browsers never send anywhere. */
export function ResetPasswordPage() {
  const token = useRouterState({ select: (state) => state.location.hash }).replace(/^#/, "");
  const reset = useResetPassword();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<NewPasswordValues>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "", confirm_password: "" },
  });
  const {
    register,
    formState: { errors },
  } = form;
  const password = useWatch({ control: form.control, name: "password" });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await reset.mutateAsync({ token, ...values });
      leaveToSignIn("password");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const known = resetPasswordProblem(error);
      setProblem(known ?? showServerErrors<NewPasswordValues>(error, ["password", "confirm_password"], form.setError));
    }
  });
  return (
    <AccountCard
      title="Choose a new password"
      lead="All your sessions end. Sign in with the new password afterwards."
      footer={
        <Link to="/forgot-password" className={textLink}>
          Request a new link
        </Link>
      }
    >
      {token === "" ? (
        <Notice tone="warning">This link is not complete. Open it from the mail again, or request a new one.</Notice>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          {problem && (
            <Notice tone="error" alert>
              {problem}
            </Notice>
          )}
          <div className="flex flex-col gap-2">
            <Field label="New password" required error={errors.password?.message}>
              <SecretInput {...register("password")} autoComplete="new-password" />
            </Field>
            {password && <PasswordStrength password={password} />}
          </div>
          <Field label="Confirm new password" required error={errors.confirm_password?.message}>
            <SecretInput {...register("confirm_password")} autoComplete="new-password" />
          </Field>
          <Button type="submit" loading={reset.isPending} className="w-full">
            Set password
          </Button>
        </form>
      )}
    </AccountCard>
  );
}
