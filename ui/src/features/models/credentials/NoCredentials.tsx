import { FlaskConical, KeyRound, Plus } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { useSimulatedModels } from "./useSimulatedModels";

interface NoCredentialsProps {
  project: string;
  manages: boolean;
  onAdd: () => void;
}

export function NoCredentials({ project, manages, onAdd }: NoCredentialsProps) {
  const simulated = useSimulatedModels(project, manages);
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
            {simulated.offered && (
              <Button variant="secondary" loading={simulated.adding} onClick={() => void simulated.add()}>
                {!simulated.adding && <FlaskConical aria-hidden />} Try without a key: simulated models
              </Button>
            )}
          </>
        )
      }
    >
      A credential is your key to a model provider. It is tested when you add it, encrypted before it is stored, and
      decrypted only to call models. {!manages && "An admin of this project can add one."}
    </EmptyState>
  );
}
