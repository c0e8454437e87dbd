import { Card } from "@/shared/ui/Card";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Verbatim } from "@/shared/ui/Verbatim";

/** Somebody else was faster: what was written here is not thrown away. */
export function UnusedEdit({ text }: { text: string }) {
  return (
    <Card aria-label="Your edit was not used" className="mb-4 px-4 py-3">
      <div className="mb-2 flex items-center justify-between gap-3">
        <div>
          <h2 className="text-sm font-semibold text-ink">Your edit was not used</h2>
          <p className="text-xs text-ink-subtle">
            The suggestion was decided before you finished your edit. Copy the parts that you want to keep.
          </p>
        </div>
        <CopyButton text={text} label="Copy my edit" />
      </div>
      <Verbatim label="Your edit" className="max-h-48 font-mono text-xs">
        {text}
      </Verbatim>
    </Card>
  );
}
