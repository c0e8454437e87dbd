import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { ExperimentReport } from "../types";
import { ReportSection } from "./ReportSection";

const PHASES = { target: "Execution", judge: "Judging", refine: "Refinement", assist: "Assistance" } as const;

/** What the money and the tokens went into. */
export function ReportCostSection({ report: { costs, tokens } }: { report: ExperimentReport }) {
  const total = costs.reduce((sum, { usd }) => sum + (readMoney(usd) ?? 0), 0);
  return (
    <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
      <ReportSection title="Cost by phase">
        <div aria-hidden className="mb-3 flex h-2 gap-px overflow-hidden rounded-full bg-surface-hover">
          {costs.map(({ phase, usd }, at) => (
            <span
              key={phase}
              style={{
                width: `${total > 0 ? ((readMoney(usd) ?? 0) / total) * 100 : 0}%`,
                background: `var(--series-${(at % 4) + 1})`,
              }}
            />
          ))}
        </div>
        <Table
          label="Cost by phase"
          head={["Phase", "Calls", "Tokens", "Cost"]}
          rows={costs.map(({ phase, usd, calls, tokens: used }, at) => ({
            key: phase,
            colour: `var(--series-${(at % 4) + 1})`,
            cells: [PHASES[phase], calls.toLocaleString("en"), formatTokens(used), formatMoney(readMoney(usd))],
          }))}
        />
      </ReportSection>
      <ReportSection title="Tokens by model">
        <Table
          label="Tokens by model"
          head={["Model", "Prompt", "Completion"]}
          rows={tokens.map(({ model, prompt, completion }) => ({
            key: model,
            cells: [visibleText(model), prompt.toLocaleString("en"), completion.toLocaleString("en")],
          }))}
        />
      </ReportSection>
    </div>
  );
}

function Table({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; colour?: string; cells: readonly string[] }[];
}) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {head.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={`pb-1.5 text-xs font-medium text-ink-subtle ${at === 0 ? "text-left" : "text-right"}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, colour, cells: [name, ...numbers] }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal wrap-break-word text-ink">
              {colour && (
                <span aria-hidden className="mr-2 inline-block size-2 rounded-full" style={{ background: colour }} />
              )}
              {name}
            </th>
            {numbers.map((number, at) => (
              <td key={at} className="py-1.5 pl-2 text-right whitespace-nowrap text-ink">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
