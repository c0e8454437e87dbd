import { Ruler } from "lucide-react";
import { useState } from "react";
import { ScorerList, type ScorerPart } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { PillPopover } from "./PillPopover";

interface ScorerPickerProps {
  project: string;
  scorers: readonly ScorerPart[];
  onChange: (scorers: readonly ScorerPart[]) => void;
}

/** All other ways to judge an answer: exact match, JSON, length, cost, Python, judges and so on. */
export function ScorerPicker({ project, scorers, onChange }: ScorerPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <PillPopover
      label="Scorers"
      icon={<Ruler aria-hidden />}
      text={scorers.length === 0 ? "No scorers" : countOf(scorers.length, "scorer")}
      open={open}
      onOpenChange={setOpen}
      width="w-[28rem]"
    >
      <div className="max-h-[60vh] overflow-y-auto p-3">
        {scorers.length === 0 && (
          <p className="mb-3 text-sm text-ink-muted">
            Scorers rate every answer: by a rule, which costs nothing, or by a judge of the project, which calls a
            model.
          </p>
        )}
        <ScorerList project={project} scorers={scorers} problems={[]} tried={false} onChange={onChange} />
      </div>
    </PillPopover>
  );
}
