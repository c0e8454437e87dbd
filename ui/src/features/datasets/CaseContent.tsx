import type { Case, CaseValue } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Verbatim } from "@/shared/ui/Verbatim";
import { metadataText, namesOf, valueText } from "./caseText";
import { Difficulty, SplitBadge, Tags } from "./DatasetBadges";

interface CaseContentProps {
  one: Case;
  columns: readonly string[];
  locked: boolean;
}

/** A case whole: every value to its last letter. */
export function CaseContent({ one, columns, locked }: CaseContentProps) {
  const metadata = metadataText(one.metadata);
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-3 gap-4 rounded-lg border border-line px-4 py-3">
        <Fact name="Tags">
          <Tags tags={one.tags} />
        </Fact>
        <Fact name="Difficulty">
          <Difficulty value={one.difficulty} />
        </Fact>
        <Fact name="Split">
          <SplitBadge split={one.split} locked={locked} />
        </Fact>
      </dl>
      {namesOf(columns, one.values).map((name) => (
        <Value key={name} name={name} value={one.values[name]} />
      ))}
      <Part title="Expected" copy={one.expected ?? ""}>
        {one.expected ? (
          <Verbatim label="Expected" className="max-h-96 font-sans text-sm">
            {one.expected}
          </Verbatim>
        ) : (
          <p className="text-sm text-ink-subtle">Nothing is expected of this case.</p>
        )}
      </Part>
      {metadata && (
        <Part title="Metadata" copy={metadata}>
          <Verbatim label="Metadata" className="max-h-72 text-xs">
            {metadata}
          </Verbatim>
        </Part>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs text-ink-subtle">{name}</dt>
      <dd className="flex min-h-5 items-center text-sm">{children}</dd>
    </div>
  );
}

function Value({ name, value }: { name: string; value: CaseValue | undefined }) {
  return (
    <Part title={name} mono copy={valueText(value)}>
      {value === undefined && <p className="text-sm text-ink-subtle">This case has no value of that name.</p>}
      {typeof value === "string" && (
        <Verbatim label={name} className="max-h-96 font-sans text-sm">
          {value || " "}
        </Verbatim>
      )}
      {typeof value === "object" && <Conversation value={value} />}
    </Part>
  );
}

function Conversation({ value }: { value: Exclude<CaseValue, string> }) {
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface text-sm">
      {value.messages.map((message, index) => (
        <li key={index} className="flex gap-3 px-3 py-2.5">
          <span className="w-18 shrink-0">
            <Badge tone={message.role === "assistant" ? "accent" : "neutral"}>{message.role}</Badge>
          </span>
          <div dir="auto" className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
            {visibleText(message.content)}
            {message.tool_calls.map((call) => (
              <code key={call.id} className="mt-1 block text-xs text-ink-muted">
                {visibleText(`${call.name}(${call.arguments})`)}
              </code>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface PartProps {
  title: string;
  copy: string;
  mono?: boolean;
  children: React.ReactNode;
}

function Part({ title, copy, mono = false, children }: PartProps) {
  return (
    <section>
      <div className="mb-1 flex min-h-8 items-center justify-between gap-2">
        <h3
          className={
            mono ? "min-w-0 truncate font-mono text-sm font-medium text-lilac" : "text-sm font-medium text-ink"
          }
        >
          {title}
        </h3>
        {copy && <CopyButton text={copy} label={`Copy ${title}`} />}
      </div>
      {children}
    </section>
  );
}
