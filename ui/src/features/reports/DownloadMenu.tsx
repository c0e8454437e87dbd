import { Download } from "lucide-react";
import { IconButton } from "@/shared/ui/IconButton";
import { DropdownMenu, MenuItem, MenuLabel } from "@/shared/ui/DropdownMenu";
import { fileUrl, type Query, type ReportName } from "./api";

interface DownloadMenuProps {
  /** Null for all projects of the installation. */
  project: string | null;
  report: ReportName;
  query: Query;
  /** What is in the file, such as "Cost by model". */
  what: string;
}

const FORMATS = [
  { format: "csv", name: "CSV", hint: "for spreadsheets" },
  { format: "json", name: "JSON", hint: "for programs" },
] as const;

/** The numbers of one card, for the days that are shown. */
export function DownloadMenu({ project, report, query, what }: DownloadMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Download: ${what}`} tip={false} className="-mt-1 size-7 print:hidden">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuLabel>{what}</MenuLabel>
      {FORMATS.map(({ format, name, hint }) => (
        <MenuItem key={format} asChild>
          <a href={fileUrl(project, report, query, format)} download={`${report}.${format}`}>
            {name}
            <span className="ml-auto pl-6 text-xs text-ink-subtle">{hint}</span>
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
