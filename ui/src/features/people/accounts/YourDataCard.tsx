import { useSuspenseQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { SecretInput } from "@/shared/ui/SecretInput";
import { EXPORT_URL, signInMethodsQuery, useDeleteMe, useMe } from "./api";
import { leaveToSignIn } from "./leaveToSignIn";

/** What is known about a person, and the way to take it away. */
export function YourDataCard() {
  const me = useMe();
  const { passwords } = useSuspenseQuery(signInMethodsQuery).data;
  const [asking, setAsking] = useState(false);
  return (
    <Card aria-label="Your data">
      <CardHeader>
        <CardTitle>Your data</CardTitle>
        <CardDescription>
          Download everything that is known about your account, or delete the account for good.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap gap-2">
        <Button variant="secondary" asChild>
          <a href={EXPORT_URL} download>
            <Download aria-hidden /> Export my data
          </a>
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </CardContent>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        width="sm"
        title="Delete your account?"
        description={
          "You are signed out everywhere, your API tokens stop working, and you leave every project. Your work " +
          "in projects is kept, under a pseudonym instead of your name. This cannot be undone."
        }
      >
        <DeleteForm email={me.email} withPassword={passwords && me.has_password} onClose={() => setAsking(false)} />
      </Dialog>
    </Card>
  );
}

interface DeleteFormProps {
  email: string;
  withPassword: boolean;
  onClose: () => void;
}

function DeleteForm({ email, withPassword, onClose }: DeleteFormProps) {
  const remove = useDeleteMe();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const problem = remove.error instanceof ApiError ? remove.error : null;
  const allowed = typed.trim().toLowerCase() === email && (!withPassword || password !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (allowed && !remove.isPending) {
      const form = { email: typed.trim(), ...(withPassword ? { password } : {}) };
      remove.mutate(form, { onSuccess: () => leaveToSignIn("deleted") });
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem.message}. {problem.nextStep}
        </Notice>
      )}
      <Field label={`Type “${email}” to confirm`}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
      </Field>
      {withPassword && (
        <Field label="Password">
          <SecretInput
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={!allowed} loading={remove.isPending}>
          Delete my account
        </Button>
      </DialogFooter>
    </form>
  );
}
