/** The fields of the sign-in form for an account whose password must be changed. */
import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { SecretInput } from "@/shared/ui/SecretInput";
import type { SignInValues } from "./accountFormSchemas";
import { PasswordStrength } from "./PasswordStrength";

export function RequiredPasswordFields() {
  const {
    register,
    control,
    formState: { errors },
  } = useFormContext<SignInValues>();
  const password = useWatch({ control, name: "new_password" });
  return (
    <>
      <Notice tone="info" alert>
        An owner of this installation requires a new password for your account. Choose one to sign in.
      </Notice>
      <div className="flex flex-col gap-2">
        <Field label="New password" required error={errors.new_password?.message}>
          <SecretInput {...register("new_password")} autoComplete="new-password" />
        </Field>
        {password && <PasswordStrength password={password} />}
      </div>
      <Field label="Confirm new password" required error={errors.confirm_password?.message}>
        <SecretInput {...register("confirm_password")} autoComplete="new-password" />
      </Field>
    </>
  );
}
