import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX, UserPlus } from "lucide-react";
import { useState } from "react";
import { InviteDialog, PendingInvites } from "@/features/people/invites";
import { may, useProject } from "@/features/people/projects";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { SearchInput } from "@/shared/ui/SearchInput";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { memberListQuery } from "./api";
import { MemberConfirms, useMemberConfirms } from "./MemberConfirms";
import { MembersTable } from "./MembersTable";

const route = getRouteApi("/frame/projects/$slug/settings/members");

export function MembersPage() {
  const { slug } = route.useParams();
  const { invite } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const pages = useCursorPages(search);
  const list = useQuery(memberListQuery(slug, search, pages.cursor));
  const confirms = useMemberConfirms(slug);
  const manages = may(project, "manage_members") && project.archived_at === null;
  // The address says whether the dialog is open, so that a link or the palette can open it.
  const setInviting = (open: boolean) => void navigate({ search: open ? { invite: true } : {}, replace: true });

  return (
    <>
      <PageHeader
        title="Members"
        documentTitle={["Members", project.name]}
        description="The people of this project and their roles."
        actions={
          manages && (
            <Button onClick={() => setInviting(true)}>
              <UserPlus aria-hidden /> Invite member
            </Button>
          )
        }
      />
      <SearchInput label="Search members" value={typed} onChange={setTyped} className="mb-4 sm:max-w-72" />
      {list.isPending && <RowSkeletons label="Loading members" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No results found"
          action={
            <Button variant="secondary" onClick={() => setTyped("")}>
              Clear filters
            </Button>
          }
        >
          No member of this project matches “{search}”.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <MembersTable
            project={project}
            members={list.data.items}
            onRole={confirms.changeRole}
            onRemove={confirms.askRemove}
            onConfirmAddress={confirms.askConfirmAddress}
          />
          <Pagination label="Member pages" pages={pages} nextCursor={list.data.next_cursor ?? null} />
        </>
      )}
      {manages && <PendingInvites project={project} />}
      <MemberConfirms project={project} confirms={confirms} />
      <InviteDialog project={project} open={manages && invite === true} onOpenChange={setInviting} />
    </>
  );
}
