import { cx } from "@/shared/ui/cx";
import { goToSample } from "./sampleField";

interface VariableChipsProps {
  variables: readonly string[];
  missing: readonly string[];
  /** Off where there is no field to lead to. */
  linked?: boolean;
}

export function VariableChips({ variables, missing, linked = true }: VariableChipsProps) {
  return (
    <ul aria-label="Variables" className="flex min-w-0 flex-wrap gap-1.5">
      {variables.map((name) => {
        const empty = missing.includes(name);
        const look = cx(
          "inline-flex h-6 max-w-56 items-center rounded border px-1.5 font-mono text-xs text-lilac",
          empty ? "border-dashed border-control" : "border-transparent bg-lilac-soft",
        );
        const words = <span className="truncate">{`{{${name}}}`}</span>;
        return (
          <li key={name} className="min-w-0">
            {linked ? (
              <button
                type="button"
                title={empty ? "No sample value yet" : "Has a sample value"}
                className={cx(look, "hover:bg-lilac-soft")}
                onClick={() => goToSample(name)}
              >
                {words}
                <span className="sr-only">{empty ? ", no sample value yet" : ", has a sample value"}</span>
              </button>
            ) : (
              <span className={look}>{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
