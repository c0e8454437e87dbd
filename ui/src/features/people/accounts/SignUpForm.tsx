import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { useSignUp } from "./api";
import { signUpProblem } from "./accountProblems";
import { SecretInput } from "@/shared/ui/SecretInput";
import { isLocalAddress } from "./localAddress";
import { PasswordStrength } from "./PasswordStrength";
import { signUpSchema, type SignUpValues } from "./accountFormSchemas";

interface SignUpFormProps {
  onDone: () => void;
  /** An invite is for one address, so that address cannot be changed. */
  invite?: { token: string; email: string };
  submitLabel?: string;
}

const FIELDS = ["name", "email", "password", "confirm_password", "accept_terms"] as const;

export function SignUpForm({ onDone, invite, submitLabel = "Create account" }: SignUpFormProps) {
  const signUp = useSignUp(invite?.token);
  const short = isLocalAddress();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SignUpValues>({
    resolver: zodResolver(signUpSchema),
    mode: "onTouched",
    defaultValues: { name: "", email: invite?.email ?? "", password: "", confirm_password: "", accept_terms: short },
  });
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const password = useWatch({ control, name: "password" });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await signUp.mutateAsync(values);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const known = signUpProblem(error);
      if (known?.field === "email" || known?.field === "password") {
        form.setError(known.field, { type: "server", message: known.message }, { shouldFocus: true });
      } else {
        setProblem(known?.message ?? showServerErrors<SignUpValues>(error, FIELDS, form.setError));
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
      <Field label="Full name" optional error={errors.name?.message}>
        <Input {...register("name")} autoComplete="name" maxLength={255} />
      </Field>
      <Field label="Email" required error={errors.email?.message} hint={invite && "The invite is for this address."}>
        <Input {...register("email")} type="email" autoComplete="email" readOnly={Boolean(invite)} />
      </Field>
      <div className="flex flex-col gap-2">
        <Field label="Password" required error={errors.password?.message}>
          <SecretInput
            {...register("password", {
              onChange: () => short && form.setValue("confirm_password", form.getValues("password")),
            })}
            autoComplete="new-password"
          />
        </Field>
        <PasswordStrength password={password} />
      </div>
      {!short && (
        <>
          <Field label="Confirm password" required error={errors.confirm_password?.message}>
            <SecretInput {...register("confirm_password")} autoComplete="new-password" />
          </Field>
          <Controller
            control={control}
            name="accept_terms"
            render={({ field }) => (
              <Checkbox
                checked={field.value}
                onChange={field.onChange}
                required
                error={errors.accept_terms?.message}
                label={
                  <>
                    I agree to <TermsLink />
                  </>
                }
              />
            )}
          />
        </>
      )}
      <Button type="submit" loading={signUp.isPending} className="w-full">
        {submitLabel}
      </Button>
      {short && (
        <p className="text-center text-xs text-ink-muted">
          By creating an account you agree to the <TermsLink />.
        </p>
      )}
    </form>
  );
}

function TermsLink() {
  return (
    <Link to="/terms" target="_blank" className="text-accent-ink underline underline-offset-2">
      Terms of Service
    </Link>
  );
}
