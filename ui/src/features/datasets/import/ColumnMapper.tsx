import { Braces } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { cellText } from "./importFile";
import {
  type ColumnUse,
  type Mapping,
  type Target,
  TARGET_HINTS,
  TARGET_NAMES,
  TARGETS,
  withName,
  withTarget,
} from "./columnUses";

interface ColumnMapperProps {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  mapping: Mapping;
  problems: Record<string, string>;
  onChange: (mapping: Mapping) => void;
}

const NONE: ColumnUse = { target: "ignore", json: false };
const SAMPLES = 3;

/** Each column with what stands in it, and what it becomes. */
export function ColumnMapper({ columns, rows, mapping, problems, onChange }: ColumnMapperProps) {
  return (
    <ul aria-label="Columns of the file" className="divide-y divide-line rounded-lg border border-line">
      {columns.map((column, place) => {
        const use = mapping[column] ?? NONE;
        const samples = rows
          .map((row) => cellText(row[place]))
          .filter(Boolean)
          .slice(0, SAMPLES);
        return (
          <li
            key={column}
            className={cx(
              "grid gap-x-4 gap-y-2 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_160px_180px] sm:items-start",
              use.target === "ignore" && "bg-surface",
            )}
          >
            <div className="min-w-0">
              <p
                className={cx("truncate text-sm font-medium", use.target === "ignore" ? "text-ink-muted" : "text-ink")}
                title={column}
              >
                {column}
                {use.json && (
                  <span
                    title="The cells hold conversations as JSON"
                    className="ml-2 inline-flex items-center gap-1 align-middle text-2xs font-normal text-ink-subtle"
                  >
                    <Braces aria-hidden className="size-3" /> JSON
                  </span>
                )}
              </p>
              <p dir="auto" className="truncate text-xs text-ink-subtle">
                {samples.length > 0
                  ? samples.map((sample) => visibleText(sample.slice(0, 80))).join(" · ")
                  : "empty in the first rows"}
              </p>
            </div>
            <Select<Target>
              size="sm"
              label={`Use of column ${column}`}
              value={use.target}
              onChange={(target) => onChange(withTarget(mapping, column, target))}
              options={TARGETS.map((value) => ({ value, label: TARGET_NAMES[value], hint: TARGET_HINTS[value] }))}
            />
            <NameOf
              column={column}
              use={use}
              problem={problems[column]}
              onName={(name) => onChange(withName(mapping, column, name))}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface NameOfProps {
  column: string;
  use: ColumnUse;
  problem: string | undefined;
  onName: (name: string) => void;
}

/** Variables and keys of the metadata have names; the rest is what it is. */
function NameOf({ column, use, problem, onName }: NameOfProps) {
  if (use.target !== "variable" && !(use.target === "metadata" && use.name !== null)) {
    return problem ? (
      <p role="alert" className="text-xs leading-8 text-error">
        {problem}
      </p>
    ) : (
      <span className="hidden sm:block" />
    );
  }
  return (
    <Field label={`Name for ${column}`} hideLabel error={problem}>
      <Input
        value={use.name ?? ""}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onName(event.target.value)}
        className={cx("h-8! text-sm", use.target === "variable" && "font-mono text-lilac")}
      />
    </Field>
  );
}
