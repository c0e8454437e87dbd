import { zodResolver } from "@hookform/resolvers/zod";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { AccountCard, textLink } from "./AccountCard";
import { sessionQuery, useRequestPasswordReset } from "./api";
import { forgotPasswordSchema, type ForgotPasswordValues } from "./accountFormSchemas";

export function ForgotPasswordPage() {
  const { mail_configured: mails } = useSuspenseQuery(sessionQuery).data;
  return (
    <AccountCard
      title="Reset your password"
      footer={
        <Link to="/sign-in" className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {mails ? (
        <ForgotPasswordForm />
      ) : (
        <Notice tone="info">
          This installation sends no mail. Ask one of its owners for a new password, or use the command{" "}
          <code className="font-mono">edison reset-password</code> on the server.
        </Notice>
      )}
    </AccountCard>
  );
}

function ForgotPasswordForm() {
  const request = useRequestPasswordReset();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<ForgotPasswordValues>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: "" },
  });
  const submit = form.handleSubmit(async ({ email }) => {
    setProblem(null);
    try {
      await request.mutateAsync(email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  });
  if (request.isSuccess)
    return (
      <Notice tone="success">
        If there is an account for this address, a mail with a link is on its way. The link works once, for 30 minutes.
      </Notice>
    );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <Field
        label="Email"
        required
        error={form.formState.errors.email?.message}
        hint="The address of your account. You get a link with which you choose a new password."
      >
        <Input {...form.register("email")} type="email" autoComplete="username" />
      </Field>
      <Button type="submit" loading={request.isPending} className="w-full">
        Send link
      </Button>
    </form>
  );
}
