import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { useSignIn } from "./api";
import { signInProblem } from "./accountProblems";
import { SecretInput } from "@/shared/ui/SecretInput";
import { RequiredPasswordFields } from "./RequiredPasswordFields";
import { signInSchema, signInWithNewPasswordSchema, type SignInValues } from "./accountFormSchemas";

const FIELDS = ["email", "password", "new_password", "confirm_password"] as const;

interface SignInFormProps {
  onDone: () => void;
  email?: string;
  submitLabel?: string;
}

export function SignInForm({ onDone, email, submitLabel = "Sign in" }: SignInFormProps) {
  const signIn = useSignIn();
  const [problem, setProblem] = useState<string | null>(null);
  const [mustChange, setMustChange] = useState(false);
  const form = useForm<SignInValues>({
    resolver: zodResolver(mustChange ? signInWithNewPasswordSchema : signInSchema),
    defaultValues: { email: email ?? "", password: "", remember_me: false },
  });
  const {
    register,
    control,
    formState: { errors },
  } = form;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await signIn.mutateAsync(values);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "PASSWORD_CHANGE_REQUIRED") return setMustChange(true);
      const known = signInProblem(error)?.message;
      setProblem(known ?? showServerErrors<SignInValues>(error, FIELDS, form.setError));
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
        <Input {...register("email")} type="email" autoComplete="username" readOnly={Boolean(email)} />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <SecretInput {...register("password")} autoComplete="current-password" />
      </Field>
      {mustChange && (
        <FormProvider {...form}>
          <RequiredPasswordFields />
        </FormProvider>
      )}
      <Controller
        control={control}
        name="remember_me"
        render={({ field }) => (
          <Checkbox checked={field.value} onChange={field.onChange} label="Remember me for 30 days" />
        )}
      />
      <Button type="submit" loading={signIn.isPending} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
