import { CircleAlert, CircleCheck, History, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TryAnswer } from "@/api/types";
import { countOf, formatLatency, formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Card } from "@/shared/ui/Card";
import { CopyButton } from "@/shared/ui/CopyButton";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { Verbatim } from "@/shared/ui/Verbatim";
import { type Bucket, bucketsOf, doubtWords, finishOf } from "./callOutcome";

interface PlaygroundAnswerProps {
  answer: TryAnswer;
  money: MoneyKind;
  /** Why it is not the JSON that was asked for, or null. */
  malformed: string | null;
  onSetPrice: (() => void) | null;
}

export function PlaygroundAnswer({ answer, money, malformed, onSetPrice }: PlaygroundAnswerProps) {
  const finish = finishOf(answer.finish);
  return (
    <Card aria-label="Answer" className={malformed ? "border-warning-mark!" : undefined}>
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-5 pt-2">
        <h3 className="text-base font-semibold">Answer</h3>
        {malformed && (
          <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
            Malformed
          </Badge>
        )}
        {(!malformed || !finish.complete) && (
          <Badge
            tone={finish.complete ? "success" : "warning"}
            icon={finish.complete ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
          >
            {finish.label}
          </Badge>
        )}
        {answer.reused && (
          <Badge tone="lilac" icon={<History aria-hidden />}>
            reused from <RelativeTime at={answer.reused.answered_at} /> (paid now: $0)
          </Badge>
        )}
        <span className="ml-auto flex items-center gap-2 text-xs text-ink-subtle">
          {answer.model && <code className="hidden sm:inline">{answer.model}</code>}
          <CopyButton text={answer.text} label="Copy answer" />
        </span>
      </div>
      <Verbatim label="Text of the answer" className="mx-5 mt-1 max-h-[28rem] text-sm">
        {answer.text || <span className="text-ink-subtle">The answer has no text.</span>}
      </Verbatim>
      {malformed && (
        <Notice tone="warning" className="mx-5 mt-2">
          <p className="font-medium">The answer is not the requested JSON.</p>
          <p className="wrap-anywhere">{visibleText(malformed)}</p>
          {answer.finish === "length" && <p>The answer was cut off: raise max tokens and send again.</p>}
        </Notice>
      )}
      {answer.tool_calls.map((call) => (
        <div key={call.id} className="mx-5 mt-2 rounded-md border border-line px-3 py-2 text-xs">
          <span className="text-ink-muted">wants to call </span>
          <code className="font-medium">{call.name}</code>
          <pre className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink-muted">{visibleText(call.arguments)}</pre>
        </div>
      ))}
      {answer.dropped.length > 0 && (
        <Notice tone="warning" className="mx-5 mt-2">
          Left out because this model refuses {answer.dropped.length === 1 ? "it" : "them"}:{" "}
          <code>{answer.dropped.join(", ")}</code>
        </Notice>
      )}
      <dl
        className={cx(
          "grid grid-cols-2 gap-x-4 gap-y-3 px-5 pt-3 pb-4",
          "sm:grid-cols-[minmax(0,2.6fr)_repeat(4,minmax(0,1fr))]",
        )}
      >
        <AnswerFact label="Tokens" className="col-span-2 sm:col-span-1">
          {answer.tokens ? <TokenCounts total={answer.tokens.total} buckets={bucketsOf(answer.tokens)} /> : "unknown"}
        </AnswerFact>
        <AnswerFact label={answer.reused ? "Cost then" : "Cost"}>
          <AnswerCost answer={answer} money={money} onSetPrice={onSetPrice} />
        </AnswerFact>
        <AnswerFact label="Latency">{formatLatency(answer.latency_ms)}</AnswerFact>
        <AnswerFact label="First token">
          {answer.first_token_ms === null ? "unknown" : formatLatency(answer.first_token_ms)}
        </AnswerFact>
        <AnswerFact label="Attempts">{answer.attempts}</AnswerFact>
      </dl>
      {answer.doubtful > 0 && (
        <p className="-mt-1 flex items-center gap-1.5 px-5 pb-4 text-xs text-ink-muted">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning-mark" /> {doubtWords(answer)}; this is
          not included in the cost above.
        </p>
      )}
    </Card>
  );
}

function AnswerFact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx("min-w-0", className)}>
      <dt className="text-xs text-ink-subtle">{label}</dt>
      <dd className="text-sm font-medium">{children}</dd>
    </div>
  );
}

function AnswerCost({ answer, money, onSetPrice }: Pick<PlaygroundAnswerProps, "answer" | "money" | "onSetPrice">) {
  const cost = readMoney(answer.cost_usd);
  if (cost !== null)
    return (
      <>
        {formatMoney(cost)}
        <SimulatedMark money={money} block />
      </>
    );
  return (
    <>
      unknown
      {onSetPrice && answer.tokens && (
        <button
          type="button"
          onClick={onSetPrice}
          className="ml-2 min-h-6 rounded text-xs font-medium text-accent-ink hover:underline"
        >
          Set price
        </button>
      )}
    </>
  );
}

const FILLS: Record<Bucket["key"], string> = {
  input: "bg-info-mark",
  cache_read: "bg-accent-mark",
  cache_write: "bg-warning-mark",
  output: "bg-lilac",
  reasoning: "bg-ink-subtle",
};

function TokenCounts({ total, buckets }: { total: number; buckets: readonly Bucket[] }) {
  return (
    <>
      {countOf(total, "token")}
      <span aria-hidden className="my-1 flex h-1 gap-px overflow-hidden rounded-full">
        {buckets.map(({ key, count }) => (
          <span key={key} className={FILLS[key]} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className="flex flex-wrap gap-x-3 text-xs font-normal text-ink-muted">
        {buckets.map(({ key, label, count }) => (
          <span key={key} className="inline-flex items-center gap-1">
            <span aria-hidden className={cx("size-1.5 rounded-full", FILLS[key])} />
            {count.toLocaleString("en")} {label}
          </span>
        ))}
      </span>
    </>
  );
}
