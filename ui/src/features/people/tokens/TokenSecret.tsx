import type { CreatedToken, Project } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { CopyButton } from "@/shared/ui/CopyButton";
import { DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
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
        <SecretRow secret={created.secret} />
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

function SecretRow({ secret }: { secret: string }) {
  return (
    <div className="flex gap-2">
      <Input readOnly value={secret} className="font-mono text-xs" onFocus={(event) => event.target.select()} />
      <CopyButton text={secret} label="Copy token" wide />
    </div>
  );
}
