import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Badge } from "@/shared/ui/Badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { signInMethodsQuery, useMe, useSignOut, useUpdateMe } from "./api";
import { ChangePasswordForm } from "./ChangePasswordForm";
import { leaveToSignIn } from "./leaveToSignIn";
import { UnconfirmedNotice } from "./UnconfirmedNotice";
import { YourDataCard } from "./YourDataCard";

export function AccountPage() {
  const me = useMe();
  const { passwords } = useSuspenseQuery(signInMethodsQuery).data;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col">
      <PageHeader
        title="Account"
        description={me.email}
        badges={
          <>
            {me.role === "OWNER" && <Badge tone="accent">Installation owner</Badge>}
            {!me.email_confirmed && <Badge tone="warning">Address not confirmed</Badge>}
          </>
        }
      />
      <UnconfirmedNotice always />
      <div className="flex flex-col gap-4">
        <ProfileCard key={me.name} />
        {passwords && me.has_password && (
          <Card aria-label="Password">
            <CardHeader>
              <CardTitle>Password</CardTitle>
              <CardDescription>Changing your password ends all your other sessions.</CardDescription>
            </CardHeader>
            <CardContent>
              <ChangePasswordForm />
            </CardContent>
          </Card>
        )}
        <SessionsCard />
        <YourDataCard />
      </div>
    </div>
  );
}

function ProfileCard() {
  const me = useMe();
  const update = useUpdateMe();
  const [name, setName] = useState(me.name ?? "");
  const save = () =>
    update.mutate(name.trim(), { onSuccess: () => notify.success("Name saved"), onError: notify.failure });
  return (
    <Card aria-label="Profile">
      <CardHeader>
        <CardTitle>Profile</CardTitle>
        <CardDescription>Others see your name next to your changes.</CardDescription>
      </CardHeader>
      <CardContent>
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Field label="Full name" className="flex-1 basis-56">
            <Input value={name} maxLength={255} autoComplete="name" onChange={(event) => setName(event.target.value)} />
          </Field>
          <Button type="submit" disabled={name.trim() === (me.name ?? "")} loading={update.isPending}>
            Save name
          </Button>
        </form>
      </CardContent>
    </Card>
  );
}

function SessionsCard() {
  const signOut = useSignOut(true);
  const [asking, setAsking] = useState(false);
  const confirm = () =>
    signOut.mutate(undefined, {
      onSuccess: () => leaveToSignIn("everywhere"),
      onError: notify.failure,
    });
  return (
    <Card aria-label="Sessions">
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
        <CardDescription>If you lost a device or used a shared one, end all your sessions at once.</CardDescription>
      </CardHeader>
      <CardContent>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </CardContent>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description="Every browser that is signed in with your account, this one too, has to sign in again."
        confirmLabel="Sign out everywhere"
        busy={signOut.isPending}
        onConfirm={confirm}
      />
    </Card>
  );
}
