import { ArrowRight, CircleAlert, Info } from "lucide-react";
import type { ContractKind } from "@/api/types";
import { CONTRACT_MEANINGS, CONTRACT_NAMES } from "@/features/prompts";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import { reasonFor, statesOf, type VariableState } from "./variableStates";

interface VariableRowProps {
  variables: readonly string[];
  columns: readonly string[] | null;
  dataset: string | null;
  contract: ContractKind;
}

/** What goes into the prompt and what has to come out of it. */
export function VariableRow({ variables, columns, dataset, contract }: VariableRowProps) {
  const states = statesOf(variables, columns);
  const reason = reasonFor(states, dataset);
  const Icon = reason?.tone === "error" ? CircleAlert : Info;
  return (
    <div className="px-3 py-2">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1.5">
        {states.length > 0 ? (
          <ul aria-label="Variables" className="flex min-w-0 flex-wrap gap-1.5">
            {states.map((state) => (
              <VariableChip key={state.name} state={state} />
            ))}
          </ul>
        ) : (
          <p className="text-xs text-ink-subtle">
            No variables. Write <code>{"{{name}}"}</code> to insert the value of a case.
          </p>
        )}
        <Contract kind={contract} />
      </div>
      <p
        role="status"
        className={cx(
          "flex items-start gap-1.5 text-xs empty:hidden",
          reason?.tone === "error" ? "text-error" : "text-ink-muted",
          reason && "mt-1.5",
        )}
      >
        {reason && (
          <>
            <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
            {reason.words}
          </>
        )}
      </p>
    </div>
  );
}

function VariableChip({ state: { name, missing } }: { state: VariableState }) {
  return (
    <li
      className={cx(
        "inline-flex h-6 max-w-56 min-w-0 items-center gap-1 rounded",
        "px-1.5 font-mono text-xs transition-colors duration-150",
        missing ? "bg-error-soft text-error" : "bg-lilac-soft text-lilac",
      )}
    >
      {missing && <CircleAlert aria-hidden className="size-3 shrink-0" />}
      <span className="truncate">{`{{${name}}}`}</span>
      {missing && <span className="sr-only">, not in the dataset</span>}
    </li>
  );
}

/** Found out from the words of the prompt, or set by hand under Output. */
function Contract({ kind }: { kind: ContractKind }) {
  return (
    <Tooltip text={CONTRACT_MEANINGS[kind]}>
      <span
        role="note"
        aria-label="Output contract"
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
           the explanation has to be reachable by keyboard */
        tabIndex={0}
        className="inline-flex h-6 items-center gap-1 rounded px-1 text-xs whitespace-nowrap text-ink-muted"
      >
        <ArrowRight aria-hidden className="size-3" /> {CONTRACT_NAMES[kind]}
      </span>
    </Tooltip>
  );
}
