import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { CreateCard } from "./CreateCard";
import { FilesCard } from "./FilesCard";
import { ImportedCard } from "./ImportedCard";
import { ReportCard } from "./ReportCard";
import { useToolImport } from "./useToolImport";

export function ToolImportScreen({ project }: { project: string }) {
  const state = useToolImport(project);
  const { applied, preview, files } = state;
  if (applied)
    return (
      <div className="flex flex-col gap-4">
        <ImportedCard project={project} applied={applied} onAgain={state.again} />
        <ReportCard report={applied.report} />
      </div>
    );
  const report = files.length > 0 && preview.isSuccess ? preview.data : null;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <FilesCard state={state} />
        {files.length > 0 && preview.isPending && <BlockSkeleton lines={8} label="Reading the files" />}
        {report && <ReportCard report={report} />}
      </div>
      {report && <CreateCard project={project} report={report} state={state} />}
    </div>
  );
}
