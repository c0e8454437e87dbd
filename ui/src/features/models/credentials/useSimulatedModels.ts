import { useQuery } from "@tanstack/react-query";
import { notify } from "@/shared/ui/notify";
import { providersQuery, useAddCredential } from "./api";
import { useCredentialTestToast } from "./useCredentialTestToast";

/** Models without a key, to try things out; not every installation has them. */
export function useSimulatedModels(project: string, manages: boolean) {
  const providers = useQuery({ ...providersQuery, enabled: manages });
  const add = useAddCredential(project);
  const sayItWorks = useCredentialTestToast(project);
  return {
    offered: manages && (providers.data?.items.some(({ provider }) => provider === "SIMULATED") ?? false),
    adding: add.isPending,
    // A promise and not callbacks: the event of the new credential takes the button away before the answer comes.
    add: () =>
      add
        .mutateAsync({
          provider: "SIMULATED",
          label: "Simulated",
          config: {},
          secrets: {},
          variables: {},
          allow_private: false,
          make_default: false,
          save_anyway: false,
        })
        .then(sayItWorks, notify.failure),
  };
}
