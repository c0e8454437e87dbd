import type { Case, CaseValue } from "@/api/types";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Verbatim } from "@/shared/ui/Verbatim";
import { CaseConversation } from "./CaseConversation";
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
        <CaseFact name="Tags">
          <Tags tags={one.tags} />
        </CaseFact>
        <CaseFact name="Difficulty">
          <Difficulty value={one.difficulty} />
        </CaseFact>
        <CaseFact name="Split">
          <SplitBadge split={one.split} locked={locked} />
        </CaseFact>
      </dl>
      {namesOf(columns, one.values).map((name) => (
        <Value key={name} name={name} value={one.values[name]} />
      ))}
      <ContentSection title="Expected" copy={one.expected ?? ""}>
        {one.expected ? (
          <Verbatim label="Expected" className="max-h-96 font-sans text-sm">
            {one.expected}
          </Verbatim>
        ) : (
          <p className="text-sm text-ink-subtle">This case has no expected answer.</p>
        )}
      </ContentSection>
      {metadata && (
        <ContentSection title="Metadata" copy={metadata}>
          <Verbatim label="Metadata" className="max-h-72 text-xs">
            {metadata}
          </Verbatim>
        </ContentSection>
      )}
    </div>
  );
}

function CaseFact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs text-ink-subtle">{name}</dt>
      <dd className="flex min-h-5 items-center text-sm">{children}</dd>
    </div>
  );
}

function Value({ name, value }: { name: string; value: CaseValue | undefined }) {
  return (
    <ContentSection title={name} mono copy={valueText(value)}>
      {value === undefined && <p className="text-sm text-ink-subtle">This case has no value for this variable.</p>}
      {typeof value === "string" && (
        <Verbatim label={name} className="max-h-96 font-sans text-sm">
          {value || " "}
        </Verbatim>
      )}
      {typeof value === "object" && <CaseConversation withToolCalls value={value} />}
    </ContentSection>
  );
}

interface ContentSectionProps {
  title: string;
  copy: string;
  mono?: boolean;
  children: React.ReactNode;
}

function ContentSection({ title, copy, mono = false, children }: ContentSectionProps) {
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
