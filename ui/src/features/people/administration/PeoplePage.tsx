import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useState } from "react";
import type { PersonState } from "@/api/types";
import { useMe } from "@/features/people/accounts";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { SearchInput } from "@/shared/ui/SearchInput";
import { Segmented } from "@/shared/ui/Segmented";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { peopleQuery } from "./api";
import { PeopleTable } from "./PeopleTable";
import { PersonConfirms, type PersonQuestion } from "./PersonConfirms";
import { PersonSheet } from "./PersonSheet";

const route = getRouteApi("/frame/installation/people");

const STATES: { value: PersonState | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "disabled", label: "Disabled" },
  { value: "owner", label: "Owners" },
];

export function PeoplePage() {
  const me = useMe();
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="People"
        description="Everyone with an account on this installation. Every change is in the installation audit."
      />
      {me.role === "OWNER" ? (
        <People />
      ) : (
        <Notice tone="info">Only an owner of this installation may see its people.</Notice>
      )}
    </div>
  );
}

function People() {
  const { state, person } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState<PersonQuestion | null>(null);
  const search = useDebounced(typed.trim());
  const pages = useCursorPages(`${search} ${state ?? ""}`);
  const list = useQuery(peopleQuery(search, state ?? null, pages.cursor));
  const go = (next: { state?: PersonState; person?: string }) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  const kept = state ? { state } : {};
  const open = (user: string | null) => go(user ? { ...kept, person: user } : kept);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search people"
          placeholder="Search names and addresses"
          value={typed}
          onChange={setTyped}
          className="w-full sm:w-72"
        />
        <Segmented
          label="Show"
          value={state ?? "all"}
          onChange={(next) => go(next === "all" ? {} : { state: next })}
          options={STATES}
        />
      </div>
      {list.isPending && <RowSkeletons count={8} label="Loading people" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No results found"
          action={
            <Button
              variant="secondary"
              onClick={() => {
                setTyped("");
                go({});
              }}
            >
              Clear filters
            </Button>
          }
        >
          {search ? `No person here matches “${search}”.` : "No person here matches this filter."}
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <PeopleTable people={list.data.items} onOpen={open} onAsk={setQuestion} />
          <Pagination label="People pages" pages={pages} nextCursor={list.data.next_cursor ?? null} />
        </>
      )}
      <PersonSheet user={person ?? null} onClose={() => open(null)} onAsk={setQuestion} />
      <PersonConfirms question={question} onClose={() => setQuestion(null)} onDeleted={() => open(null)} />
    </>
  );
}
