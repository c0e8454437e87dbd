import { Check } from "lucide-react";
import type { Dataset, Upload } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { Dialog } from "@/shared/ui/Dialog";
import { DropStep } from "./DropStep";
import { MapStep } from "./MapStep";
import { ResultStep } from "./ResultStep";
import { type Finished, useImport } from "./useImport";

interface CaseImportDialogProps {
  project: string;
  /** Null to make a new one of the file. */
  dataset: Dataset | null;
  open: boolean;
  /** A file that was sent already. */
  begun?: Upload | null;
  onClose: () => void;
  /** Go to the cases. */
  onShow: (dataset: Finished["dataset"]) => void;
  /** What the button says that leads there. */
  showLabel?: string;
}

export function CaseImportDialog(props: CaseImportDialogProps) {
  const { dataset, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      closeOnOutside={false}
      width="xl"
      title={dataset ? `Import into ${dataset.name}` : "Import a file"}
    >
      <ImportWizard {...props} />
    </Dialog>
  );
}

const STEPS = ["File", "Columns", "Done"] as const;

function ImportWizard({ project, dataset, begun = null, onClose, onShow, showLabel }: CaseImportDialogProps) {
  const state = useImport(project, dataset, begun);
  const step = state.finished ? 2 : state.draft ? 1 : 0;
  return (
    <div className="flex min-h-0 flex-col">
      <ImportSteps step={step} />
      {step === 0 && (
        <DropStep
          sending={state.sending}
          problem={state.problem}
          unsent={state.unsent}
          onFile={state.send}
          onCancel={state.cancelSending}
        />
      )}
      {step === 1 && <MapStep key={state.draft?.upload} state={state} dataset={dataset} onCancel={onClose} />}
      {state.finished && (
        <ResultStep
          finished={state.finished}
          onAgain={state.again}
          showLabel={showLabel}
          onShow={() => state.finished && onShow(state.finished.dataset)}
        />
      )}
    </div>
  );
}

function ImportSteps({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="mb-4 flex items-center gap-2 text-xs font-medium">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === step ? "step" : undefined}
          className={cx("flex items-center gap-2", index === step ? "text-ink" : "text-ink-subtle")}
        >
          {index > 0 && <span aria-hidden className="h-px w-6 bg-line-strong" />}
          <span
            aria-hidden
            className={cx(
              "flex size-5 items-center justify-center rounded-full text-2xs",
              index < step || step === 2
                ? "bg-accent text-on-accent"
                : index === step
                  ? "border border-accent-mark text-accent-ink"
                  : "border border-line-strong",
            )}
          >
            {index < step || step === 2 ? <Check className="size-3" strokeWidth={3} /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
