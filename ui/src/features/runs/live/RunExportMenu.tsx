import { Download } from "lucide-react";
import type { RunReport } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem, MenuLabel } from "@/shared/ui/DropdownMenu";
import { exportUrl } from "../api";

const CHOICES = [
  { format: "jsonl", safe: false, name: "JSONL", hint: "for programs" },
  { format: "csv", safe: true, name: "CSV for spreadsheets", hint: "formulas are escaped" },
  { format: "csv", safe: false, name: "Raw CSV", hint: "every character" },
] as const;

export function RunExportMenu({ project, run }: { project: string; run: RunReport }) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary">
          <Download aria-hidden /> Export
        </Button>
      }
    >
      <MenuLabel>Every finished cell with its scores</MenuLabel>
      {CHOICES.map(({ format, safe, name, hint }) => (
        <MenuItem key={name} asChild>
          <a href={exportUrl(project, run.id, format, safe)} download>
            {name}
            <span className="ml-auto pl-6 text-xs text-ink-subtle">{hint}</span>
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
