/** Small signs of a dataset or a case, which look the same in tables, cards and panels. */
import { Lock } from "lucide-react";
import type { DatasetKind, Split } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import {
  DIFFICULTIES,
  DIFFICULTY_WORDS,
  KIND_HINTS,
  KIND_NAMES,
  KIND_TONES,
  SPLIT_NAMES,
  SPLIT_TONES,
} from "./datasetKinds";

export function DatasetKindBadge({ kind }: { kind: DatasetKind }) {
  return (
    <span title={KIND_HINTS[kind]} className="inline-flex">
      <Badge tone={KIND_TONES[kind]}>{KIND_NAMES[kind]}</Badge>
    </span>
  );
}

export function SplitBadge({ split, locked = false }: { split: Split; locked?: boolean }) {
  if (split === "none") return <NoneMark />;
  const shut = locked && split === "holdout";
  return (
    <Badge tone={SPLIT_TONES[split]} icon={shut && <Lock aria-hidden />}>
      {SPLIT_NAMES[split]}
      {shut && <span className="sr-only"> (locked)</span>}
    </Badge>
  );
}

/** Five steps, as many filled as it is hard, and the number for those who do not see them. */
export function Difficulty({ value }: { value: number | null }) {
  if (value === null) return <NoneMark />;
  return (
    <span className="inline-flex items-center gap-1.5" title={DIFFICULTY_WORDS[value]}>
      <span aria-hidden className="inline-flex items-end gap-0.5">
        {DIFFICULTIES.map((step) => (
          <span
            key={step}
            className={cx("w-1 rounded-full", step <= value ? "bg-ink-muted" : "bg-line-strong")}
            style={{ height: 4 + step * 1.6 }}
          />
        ))}
      </span>
      <span className="text-xs text-ink-muted">
        {value}
        <span className="sr-only"> of 5, {DIFFICULTY_WORDS[value]}</span>
      </span>
    </span>
  );
}

interface TagsProps {
  tags: readonly string[];
  /** So many are shown; the rest is counted. */
  most?: number;
}

export function Tags({ tags, most = tags.length }: TagsProps) {
  if (tags.length === 0) return <NoneMark />;
  const shown = tags.slice(0, most);
  const rest = tags.length - shown.length;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {shown.map((tag) => (
        <Tag key={tag} text={tag} />
      ))}
      {rest > 0 && (
        <span title={tags.slice(most).join(", ")} className="text-xs text-ink-subtle">
          +{rest}
        </span>
      )}
    </span>
  );
}

export function Tag({ text }: { text: string }) {
  return (
    <span
      title={text}
      className={cx(
        "inline-flex h-5 max-w-36 min-w-0 items-center rounded",
        "border border-line-strong px-1.5 text-2xs font-medium text-ink-muted",
      )}
    >
      <span className="truncate">{text}</span>
    </span>
  );
}

/** The dash of an empty value, with a word for screen readers. */
export function NoneMark() {
  return (
    <span className="text-ink-subtle">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
