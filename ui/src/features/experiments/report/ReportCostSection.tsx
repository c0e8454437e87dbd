import { PHASE_WORDS } from "@/shared/format/phases";
import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { Experiment, ExperimentReport } from "../types";
import { ReportSection } from "./ReportSection";

/** What the money and the tokens went into. */
export function ReportCostSection({
  report: { costs, tokens, summary },
  money,
}: {
  report: Pick<ExperimentReport, "costs" | "tokens" | "summary">;
  money: Experiment["money"];
}) {
  const total = readMoney(summary.cost_usd) ?? 0;
  const calls = costs.reduce((sum, phase) => sum + phase.calls, 0);
  const amount = (usd: number | null) => `${formatMoney(usd)}${money === "simulated" ? " simulated" : ""}`;
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
          rows={[
            ...costs.map(({ phase, usd, calls: made, tokens: used }, at) => ({
              key: phase,
              colour: `var(--series-${(at % 4) + 1})`,
              cells: [PHASE_WORDS[phase], made.toLocaleString("en"), formatTokens(used), amount(readMoney(usd))],
            })),
            {
              key: "total",
              cells: ["Total", calls.toLocaleString("en"), formatTokens(summary.tokens), amount(total)],
            },
          ]}
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
