import { UnconfirmedNotice } from "@/features/people/accounts";
import { ReceivedInvites } from "@/features/people/invites";
import { ProjectsPage } from "@/features/people/projects/ProjectsPage";

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
