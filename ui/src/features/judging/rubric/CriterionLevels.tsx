import { Input } from "@/shared/ui/Input";
import { type CriterionPart, levelsOf } from "./rubricForm";

interface CriterionLevelsProps {
  part: CriterionPart;
  name: string;
  readOnly: boolean;
  onChange: (levels: CriterionPart["levels"]) => void;
}

/** The meaning of each value of the scale. Judges and people agree more when it is written down. */
export function CriterionLevels({ part, name, readOnly, onChange }: CriterionLevelsProps) {
  const levels = levelsOf(part.scale);
  const edge = (level: number) => (level === 0 ? "The worst answer" : level === part.scale ? "The best answer" : "");
  return (
    <ul
      className="mb-1 grid gap-x-4 gap-y-1.5 sm:grid-flow-col sm:grid-cols-2"
      style={{ gridTemplateRows: `repeat(${Math.ceil(levels.length / 2)}, auto)` }}
    >
      {levels.map((level) => (
        <li key={level} className="flex items-center gap-2">
          <span aria-hidden className="w-7 shrink-0 text-right text-xs font-medium text-ink-muted">
            {level}
          </span>
          <Input
            aria-label={`Level ${level} of ${name}`}
            value={part.levels[String(level)] ?? ""}
            readOnly={readOnly}
            maxLength={300}
            autoComplete="off"
            placeholder={edge(level)}
            className="h-8! text-sm"
            onChange={({ target }) => onChange({ ...part.levels, [String(level)]: target.value })}
          />
        </li>
      ))}
    </ul>
  );
}
