import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { CredentialCard } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { AddCredentialDialog } from "./AddCredentialDialog";
import { credentialListQuery, useEditCredential, useTestCredential } from "./api";
import { CredentialDialogs, type Question } from "./CredentialDialogs";
import { CredentialsTable } from "./CredentialsTable";
import { NoCredentials } from "./NoCredentials";

const route = getRouteApi("/frame/projects/$slug/settings/credentials");

export function CredentialsPage() {
  const { slug } = route.useParams();
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const pages = useCursorPages(slug);
  const list = useQuery(credentialListQuery(slug, pages.cursor));
  const [question, setQuestion] = useState<Question | null>(null);
  const test = useTestCredential(slug);
  const edit = useEditCredential(slug);
  const manages = may(project, "manage_credentials") && project.archived_at === null;
  // The address says whether the dialog is open, so that a link or the palette can open it.
  const setAdding = (open: boolean) => void navigate({ search: open ? { add: true } : {}, replace: true });

  const ask = (kind: Question["kind"]) => (credential: CredentialCard) => setQuestion({ kind, credential });
  const actions = {
    test: ({ id }: CredentialCard) => test.mutate(id, { onError: notify.failure }),
    makeDefault: ({ id, label }: CredentialCard) =>
      edit.mutate(
        { credential: id, change: { make_default: true } },
        { onSuccess: () => notify.success(`${label} is the default now`), onError: notify.failure },
      ),
    rename: ask("rename"),
    askPrivate: ask("private"),
    askRemove: ask("remove"),
  };

  return (
    <>
      <PageHeader
        title="Credentials"
        documentTitle={["Credentials", project.name]}
        description="Keys to model providers. They are encrypted before they are stored and never shown again."
        actions={
          manages &&
          list.data?.items.length !== 0 && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden /> Add credential
            </Button>
          )
        }
      />
      {list.isPending && <RowSkeletons count={3} label="Loading credentials" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && (
        <NoCredentials project={slug} manages={manages} onAdd={() => setAdding(true)} />
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <CredentialsTable
            project={slug}
            credentials={list.data.items}
            actions={manages ? actions : null}
            testing={test.isPending ? test.variables : null}
            tested={test.isSuccess ? test.variables : null}
          />
          <Pagination label="Credential pages" pages={pages} nextCursor={list.data.next_cursor ?? null} />
        </>
      )}
      <CredentialDialogs project={slug} question={question} onClose={() => setQuestion(null)} />
      <AddCredentialDialog
        project={slug}
        labels={list.data?.items.map(({ label }) => label) ?? []}
        open={manages && add === true}
        onOpenChange={setAdding}
      />
    </>
  );
}
