import { Download } from "lucide-react";
import type { Dataset } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem, MenuLabel } from "@/shared/ui/DropdownMenu";
import { EXPORT_FORMATS, type ExportFormat, exportUrl } from "./versionsApi";

interface DatasetExportMenuProps {
  project: string;
  dataset: Dataset;
  /** An older version; null for the newest. */
  version: number | null;
}

const FORMATS: Record<ExportFormat, { name: string; hint: string }> = {
  jsonl: { name: "JSONL", hint: "one case a line" },
  json: { name: "JSON", hint: "one array" },
  csv: { name: "CSV", hint: "all text unchanged" },
  "safe-csv": { name: "CSV for spreadsheets", hint: "no cell is a formula" },
  archive: { name: "Zip with files", hint: "JSONL, images, PDFs, audio" },
};

export function DatasetExportMenu({ project, dataset, version }: DatasetExportMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary">
          <Download aria-hidden /> Export
        </Button>
      }
    >
      <MenuLabel>All cases of version {version ?? dataset.version}</MenuLabel>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} asChild>
          <a href={exportUrl(project, dataset.id, format, version)} download>
            {FORMATS[format].name}
            <span className="ml-auto pl-6 text-xs text-ink-subtle">{FORMATS[format].hint}</span>
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
