import type { CreatedToken, Project } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { SecretRow } from "@/shared/ui/SecretRow";
import { CurlExample } from "./CurlExample";

interface TokenSecretProps {
  created: CreatedToken;
  project: Project;
  onDone: () => void;
}

export function TokenSecret({ created, project, onDone }: TokenSecretProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Token">
        <SecretRow copyLabel="Copy token" secret={created.secret} />
      </Field>
      <div>
        <h3 className="mb-1.5 text-sm font-medium">Try it</h3>
        <CurlExample project={project} secret={created.secret} />
      </div>
      <DialogFooter>
        <Button onClick={onDone}>I have copied it</Button>
      </DialogFooter>
    </div>
  );
}
