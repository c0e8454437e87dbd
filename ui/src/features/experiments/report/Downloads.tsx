import { Download as Arrow, FileArchive, FileText, Printer, Sheet, TextQuote } from "lucide-react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { type Download, downloadUrl } from "../api";
import type { Experiment, ExperimentReport } from "../types";
import { fileName, markdownUrl, promptText } from "./promptFile";

/** The report and what belongs to it, as files. */
export function Downloads({
  project,
  experiment,
  report,
}: {
  project: Project;
  experiment: Experiment;
  report: ExperimentReport;
}) {
  const { slug } = project;
  const { prompt } = experiment;
  const number = report.best?.version_number ?? 0;
  const { content } = report;
  const at = (what: Download) => downloadUrl(slug, experiment.id, what);
  const save = () => {
    if (!content) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([promptText(content)], { type: "text/plain;charset=utf-8" }));
    link.download = `${fileName(prompt?.name ?? "prompt")}-v${number}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden /> Print
      </Button>
      {may(project, "export_results") && (
        <DropdownMenu
          trigger={
            <Button>
              <Arrow aria-hidden /> Download
            </Button>
          }
        >
          <MenuItem asChild>
            <a href={at("report.pdf")} download>
              <FileText aria-hidden /> Report as PDF
            </a>
          </MenuItem>
          <MenuItem asChild>
            <a href={at("report.md")} download>
              <FileText aria-hidden /> Report as Markdown
            </a>
          </MenuItem>
          <MenuItem asChild>
            <a href={at("report.csv")} download>
              <Sheet aria-hidden /> Results as CSV
            </a>
          </MenuItem>
          <MenuItem asChild>
            <a href={at("bundle")} download>
              <FileArchive aria-hidden /> Full bundle (YAML and artifacts)
            </a>
          </MenuItem>
          {content && <MenuSeparator />}
          {content && (
            <MenuItem icon={<TextQuote aria-hidden />} onSelect={save}>
              Best prompt as .txt
            </MenuItem>
          )}
          {content && prompt && (
            <MenuItem asChild>
              <a href={markdownUrl(slug, prompt.id, number)} download>
                <TextQuote aria-hidden /> Best prompt as .md
              </a>
            </MenuItem>
          )}
        </DropdownMenu>
      )}
    </div>
  );
}
