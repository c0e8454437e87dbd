import type { ReactNode } from "react";
import type { Cell } from "@/api/types";
import { formatLatency, formatMoney, readMoney } from "@/shared/format/quantities";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { CellPart } from "./CellPart";

const facts = "grid grid-cols-2 gap-x-6 gap-y-3 rounded-md border border-line bg-surface px-4 py-3 sm:grid-cols-4";

export function CellFacts({ cell, money }: { cell: Cell; money: MoneyKind }) {
  const doubt = readMoney(cell.in_doubt_usd) ?? 0;
  const held = readMoney(cell.held_usd) ?? 0;
  return (
    <CellPart title="Telemetry">
      <dl className={facts}>
        <CellFact
          name="Latency"
          note={cell.first_token_ms === null ? null : `first token ${formatLatency(cell.first_token_ms)}`}
        >
          {cell.latency_ms === null ? "–" : formatLatency(cell.latency_ms)}
        </CellFact>
        <CellFact name="Tokens" note={cell.prompt_tokens === null ? null : "in / out"}>
          {cell.prompt_tokens === null
            ? "–"
            : `${cell.prompt_tokens.toLocaleString("en")} / ${(cell.completion_tokens ?? 0).toLocaleString("en")}`}
        </CellFact>
        <CellFact
          name="Cost"
          note={
            doubt > 0
              ? `+ ${formatMoney(doubt)} in doubt`
              : held > 0
                ? `${formatMoney(held)} reserved`
                : cell.cost_then_usd !== null
                  ? `${formatMoney(readMoney(cell.cost_then_usd))} then`
                  : null
          }
        >
          {cell.finished_at === null ? (
            "–"
          ) : (
            <>
              {formatMoney(readMoney(cell.cost_usd))} <SimulatedMark money={money} />
            </>
          )}
        </CellFact>
        <CellFact name="Attempt" note={cell.tries !== null && cell.tries > 1 ? `${cell.tries} tries` : null}>
          {cell.attempt}
        </CellFact>
        {cell.finish && <CellFact name="Ended by">{cell.finish.replaceAll("_", " ")}</CellFact>}
        {cell.finished_at && (
          <CellFact name="Finished">
            <RelativeTime at={cell.finished_at} />
          </CellFact>
        )}
        {cell.reused && (
          <CellFact name="Reused" note={cell.answered_at ? "stored answer" : null}>
            {cell.reused.replaceAll("_", " ")}
          </CellFact>
        )}
        {cell.stand_in && (
          <CellFact name="Answered by" note={`instead of ${cell.column.model_name}, which failed`}>
            {cell.stand_in.model_name}
          </CellFact>
        )}
        {!cell.stand_in && cell.model_answered && cell.model_answered !== cell.column.model_name && (
          <CellFact name="Answered by">{cell.model_answered}</CellFact>
        )}
        {cell.dropped.length > 0 && <CellFact name="Left out">{cell.dropped.join(", ")}</CellFact>}
      </dl>
    </CellPart>
  );
}

function CellFact({ name, note = null, children }: { name: string; note?: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-subtle">{name}</dt>
      <dd className="mt-0.5 text-sm font-medium wrap-anywhere text-ink">
        {children}
        {note && <span className="block text-2xs font-normal text-ink-subtle">{note}</span>}
      </dd>
    </div>
  );
}
