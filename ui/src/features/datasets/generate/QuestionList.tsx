import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { Difficulty, Tags } from "../DatasetBadges";
import { SelectBox } from "../SelectBox";

export interface WrittenQuestion {
  values: Record<string, string>;
  expected?: string | null | undefined;
  tags: readonly string[];
  difficulty?: number | null | undefined;
}

interface QuestionListProps {
  questions: readonly WrittenQuestion[];
  /** Places of those that are not wanted. */
  out: ReadonlySet<number>;
  onToggle: (place: number) => void;
}

/** Questions as a model wrote them: letter by letter, each to be kept or left out. */
export function QuestionList({ questions, out, onToggle }: QuestionListProps) {
  return (
    <ol aria-label="Questions" className="flex flex-col gap-2">
      {questions.map((question, place) => (
        <li
          key={place}
          className={cx(
            "flex animate-fade-in gap-3 rounded-lg border border-line",
            "px-4 py-3 text-sm transition-opacity duration-150",
            out.has(place) ? "bg-surface" : "bg-raised",
          )}
        >
          <span className="flex h-5 items-center">
            <SelectBox
              label={`Keep question ${place + 1}`}
              checked={!out.has(place)}
              onToggle={() => onToggle(place)}
            />
          </span>
          <GeneratedQuestion question={question} place={place} faint={out.has(place)} />
        </li>
      ))}
    </ol>
  );
}

function GeneratedQuestion({
  question: { values, expected, tags, difficulty },
  place,
  faint,
}: {
  question: WrittenQuestion;
  place: number;
  faint: boolean;
}) {
  const names = Object.keys(values);
  return (
    <div className={cx("min-w-0 flex-1", faint && "line-through decoration-ink-subtle")}>
      {names.map((name) => (
        <div key={name} className="mb-1 last:mb-0">
          {names.length > 1 && <span className="font-mono text-xs text-lilac">{visibleText(name)}</span>}
          <p dir="auto" className={cx("wrap-anywhere whitespace-pre-wrap", faint ? "text-ink-muted" : "text-ink")}>
            {visibleText(values[name] ?? "")}
          </p>
        </div>
      ))}
      {expected && (
        <p dir="auto" className="mt-1.5 wrap-anywhere whitespace-pre-wrap text-ink-muted">
          <span className="text-xs text-ink-subtle">Expected: </span>
          {visibleText(expected)}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-xs text-ink-subtle">#{place + 1}</span>
        {difficulty != null && <Difficulty value={difficulty} />}
        {tags.length > 0 && <Tags tags={tags.map(visibleText)} most={8} />}
      </div>
    </div>
  );
}
