import type { Capabilities } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import { knownWord, MAIN_ABILITIES } from "./capabilityForm";

const LOOKS = {
  yes: "border-line-strong bg-raised text-ink",
  unknown: "border-dashed border-line-strong text-ink-subtle",
  no: "border-transparent text-ink-subtle line-through",
};

const WORDS = { yes: "can", unknown: "not known; calls try to use it", no: "cannot" };

/** Solid: supported. Dashed with a question mark: unknown. Struck through: not supported. */
export function CapabilityMarks({ capabilities }: { capabilities: Capabilities }) {
  // Five question marks in every row say no more than one word.
  if (MAIN_ABILITIES.every(({ key }) => capabilities[key] === null)) {
    return (
      <Tooltip text="The capabilities of this model are not known. Calls try to use them, and Edison remembers what the provider rejects.">
        <span className="text-ink-subtle">unknown</span>
      </Tooltip>
    );
  }
  return (
    <ul aria-label="Capabilities" className="flex flex-wrap justify-end gap-1 lg:justify-start">
      {MAIN_ABILITIES.map(({ key, short, label }) => {
        const known = knownWord(capabilities[key]);
        return (
          <li key={key} className="inline-flex">
            <Tooltip text={`${label}: ${WORDS[known]}`}>
              <span
                className={cx(
                  "inline-flex h-5 items-center rounded border px-1 text-2xs font-medium whitespace-nowrap",
                  LOOKS[known],
                )}
              >
                {short}
                {known === "unknown" && (
                  <span aria-hidden className="ml-0.5">
                    ?
                  </span>
                )}
                <span className="sr-only">: {known}</span>
              </span>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
