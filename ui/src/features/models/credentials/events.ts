/** What a project event means for a page of credentials we have in the cache. Pure. */
import type { CredentialCard, CredentialPage, ProjectEvent } from "@/api/types";

interface Facts {
  id?: string;
  label?: string;
  status?: CredentialCard["status"];
}

export function reduceCredentials(page: CredentialPage, event: ProjectEvent): CredentialPage {
  const { id, label, status } = event.data as Facts;
  switch (event.type) {
    case "credential.changed":
      return changed(page, id, label ? { label } : {});
    case "credential.tested":
      return changed(page, id, { tested_at: event.at, ...(status ? { status } : {}) });
    case "credential.removed":
      return { ...page, items: page.items.filter((credential) => credential.id !== id) };
    default:
      return page;
  }
}

function changed(page: CredentialPage, id: string | undefined, by: Partial<CredentialCard>): CredentialPage {
  return {
    ...page,
    items: page.items.map((credential) => (credential.id === id ? { ...credential, ...by } : credential)),
  };
}

/** Why a key failed, what became the default and how many models there are is not in the events. */
export function needsFreshCredentials(event: ProjectEvent): boolean {
  switch (event.type) {
    case "credential.added":
    case "credential.changed":
    case "credential.tested":
    case "credential.stopped":
    case "model.added":
    case "model.removed":
      return true;
    case "try.finished":
      // A failure may have put the provider's calls on hold.
      return (event.data as { ok?: boolean }).ok === false;
    default:
      return false;
  }
}
