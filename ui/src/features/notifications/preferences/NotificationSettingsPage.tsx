import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UnconfirmedNotice } from "@/features/people/accounts";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { preferencesQuery } from "../api";
import type { NotificationPreferences } from "../types";
import { EventTable } from "./EventTable";
import { MailTimesCard } from "./MailTimesCard";
import { ProjectChoicesCard } from "./ProjectChoicesCard";

/** What a person is notified of, by which method and when. Each change is saved at once. */
export function NotificationSettingsPage() {
  const preferences = useQuery(preferencesQuery);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col">
      <PageHeader
        title="Notification settings"
        documentTitle={["Notifications", "Account"]}
        description="What you are told of in all your projects. Each change is saved at once."
      />
      {preferences.isPending && <RowSkeletons count={6} label="Loading your choices" />}
      {preferences.isError && <ErrorState error={preferences.error} onRetry={() => void preferences.refetch()} />}
      {preferences.data && (
        <div className="flex flex-col gap-4">
          <MailNotice preferences={preferences.data} />
          <EventTable preferences={preferences.data} />
          <MailTimesCard preferences={preferences.data} />
          <ProjectChoicesCard preferences={preferences.data} />
        </div>
      )}
    </div>
  );
}

function MailNotice({ preferences }: { preferences: NotificationPreferences }) {
  if (!preferences.mail_configured)
    return (
      <Notice tone="info">
        This installation has no mail server, so no notifications are mailed. They are still listed under{" "}
        <Link to="/notifications" search={{}} className="font-medium underline underline-offset-2">
          Notifications
        </Link>
        .
      </Notice>
    );
  return preferences.email_confirmed ? null : <UnconfirmedNotice always />;
}
