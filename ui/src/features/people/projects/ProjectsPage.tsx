import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, Plus, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Role } from "@/api/types";
import { sessionQuery } from "@/features/people/accounts";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { roleName } from "@/shared/ui/Badge";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { SearchInput } from "@/shared/ui/SearchInput";
import { Select } from "@/shared/ui/Select";
import { CardSkeletons } from "@/shared/ui/Skeleton";
import { Switch } from "@/shared/ui/Switch";
import { projectListQuery } from "./api";
import { openNewProject } from "./newProjectState";
import { ProjectCard } from "./ProjectCard";
import { ROLES } from "./roles";
import { Welcome } from "./Welcome";

type RoleFilter = Role | "ALL";

const ROLE_OPTIONS: { value: RoleFilter; label: string }[] = [
  { value: "ALL", label: "All roles" },
  ...[...ROLES].reverse().map((role) => ({ value: role, label: roleName(role) })),
];

/** `before`: what stands above the list, and belongs to other features. */
export function ProjectsPage({ before }: { before?: ReactNode }) {
  const { demo } = useSuspenseQuery(sessionQuery).data;
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<RoleFilter>("ALL");
  const [archived, setArchived] = useState(false);
  const settled = useDebounced(typed.trim());
  // One letter matches nearly everything; the search starts to help at two.
  const search = settled.length >= 2 ? settled : "";
  const pages = useCursorPages(JSON.stringify([search, role, archived]));
  const list = useQuery(
    projectListQuery({ search, role: role === "ALL" ? null : role, archived, cursor: pages.cursor }),
  );

  const filtered = search !== "" || role !== "ALL" || archived;
  const nothing = list.data?.items.length === 0;
  const clear = () => {
    setTyped("");
    setRole("ALL");
    setArchived(false);
  };

  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="Projects"
        actions={
          <>
            {demo && (
              <Button variant="secondary" asChild>
                <Link to="/demo">
                  <FlaskConical aria-hidden /> Open the demo project
                </Link>
              </Button>
            )}
            <Button onClick={openNewProject}>
              <Plus aria-hidden /> New project
            </Button>
          </>
        }
      />
      {before}
      {!(nothing && !filtered && typed === "") && (
        <div role="search" className="mb-4 flex flex-wrap items-center gap-3">
          <SearchInput label="Search projects" value={typed} onChange={setTyped} className="w-full sm:w-72" />
          <Select label="Role" value={role} onChange={setRole} options={ROLE_OPTIONS} className="w-36" />
          <span className="inline-flex min-h-9 items-center gap-2 text-sm text-ink-muted">
            <Switch label="Show archived projects" checked={archived} onChange={setArchived} />
            <span aria-hidden>Archived</span>
          </span>
        </div>
      )}
      {list.isPending && <CardSkeletons label="Loading projects" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {nothing && !filtered && <Welcome onCreate={openNewProject} />}
      {nothing && filtered && (
        <EmptyState
          icon={<SearchX />}
          title="No results found"
          action={
            <Button variant="secondary" onClick={clear}>
              Clear filters
            </Button>
          }
        >
          No project matches these filters.
        </EmptyState>
      )}
      {list.data && !nothing && (
        <>
          <ul
            aria-label="Projects"
            aria-busy={list.isPlaceholderData}
            className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3"
          >
            {list.data.items.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </ul>
          <Pagination label="Project pages" pages={pages} nextCursor={list.data.next_cursor ?? null} />
        </>
      )}
    </div>
  );
}
