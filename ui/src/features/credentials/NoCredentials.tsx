import { useQuery } from "@tanstack/react-query";
import { FlaskConical, KeyRound, Plus } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { notify } from "@/shared/ui/notify";
import { providersQuery, useAddCredential } from "./api";
import { useWorksToast } from "./useWorksToast";

interface NoCredentialsProps {
  project: string;
  manages: boolean;
  onAdd: () => void;
}

export function NoCredentials({ project, manages, onAdd }: NoCredentialsProps) {
  const providers = useQuery({ ...providersQuery, enabled: manages });
  const add = useAddCredential(project);
  const sayItWorks = useWorksToast(project);
  const simulated = providers.data?.items.some(({ provider }) => provider === "SIMULATED") ?? false;
  // A promise and not callbacks: the event of the new credential takes this screen away before the answer comes.
  const addSimulated = () =>
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
      .then(sayItWorks, notify.failure);
  return (
    <EmptyState
      icon={<KeyRound />}
      title="No credentials yet"
      action={
        manages && (
          <>
            <Button onClick={onAdd}>
              <Plus aria-hidden /> Add credential
            </Button>
            {simulated && (
              <Button variant="secondary" loading={add.isPending} onClick={() => void addSimulated()}>
                {!add.isPending && <FlaskConical aria-hidden />} Try without a key: simulated models
              </Button>
            )}
          </>
        )
      }
    >
      A credential is your key to a model provider. It is tested when you add it, sealed before it is stored, and opened
      only to call the models it brings into the catalog. {!manages && "An admin of this project can add one."}
    </EmptyState>
  );
}
