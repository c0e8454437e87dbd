import { CopyButton } from "./CopyButton";
import { Input } from "./Input";

/** A secret that is shown once, and the button that copies it. */
export function SecretRow({ secret, copyLabel }: { secret: string; copyLabel: string }) {
  return (
    <div className="flex gap-2">
      <Input readOnly value={secret} className="font-mono text-xs" onFocus={(event) => event.target.select()} />
      <CopyButton text={secret} label={copyLabel} wide />
    </div>
  );
}
