/** What the dialog and its parts are about. */
import type { Project } from "@/api/types";

export interface PromoteDialogProps {
  project: Project;
  prompt: { id: string; name: string };
  label: string;
  number: number;
  onClose: () => void;
}
