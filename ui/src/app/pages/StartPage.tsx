import { UnconfirmedNotice } from "@/features/accounts";
import { ReceivedInvites } from "@/features/invites";
import { ProjectsPage } from "@/features/projects/ProjectsPage";

/** Where people arrive: what waits for their answer, then their projects. */
export function StartPage() {
  return (
    <ProjectsPage
      before={
        <>
          <UnconfirmedNotice />
          <ReceivedInvites />
        </>
      }
    />
  );
}
