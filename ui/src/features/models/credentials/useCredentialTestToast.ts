import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Credential } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { countOf } from "@/shared/format/quantities";
import { notify } from "@/shared/ui/notify";
import { credentialListQuery } from "./api";

/** The good news after a test, with the number of models that came with the key. */
export function useCredentialTestToast(project: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async ({ id, provider }: Credential) => {
    const name = PROVIDER_NAMES[provider];
    const seeModels = {
      label: "See models",
      go: () => void navigate({ to: "/projects/$slug/models", params: { slug: project }, search: { credential: id } }),
    };
    try {
      const { items } = await cache.fetchQuery({ ...credentialListQuery(project), staleTime: 0 });
      const models = items.find((credential) => credential.id === id)?.models;
      if (models === 0)
        return notify.warning(
          `${name} credential saved. The provider lists no models: add the models you want to call by name.`,
        );
      notify.success(
        models === undefined
          ? `${name} credential works`
          : `${name} credential works: ${countOf(models, "model")} found`,
        seeModels,
      );
    } catch {
      // The credential is there; only the count could not be read.
      notify.success(`${name} credential works`, seeModels);
    }
  };
}
