/** What can be asked about a version. */
import type { Project, Prompt, VersionCard } from "@/api/types";

export type VersionQuestion =
  | { kind: "label" | "restore" | "fork"; version: VersionCard }
  | { kind: "unlabel" | "promote"; version: VersionCard; label: string };

export interface QuestionProps {
  project: Project;
  prompt: Prompt;
  version: VersionCard;
  onClose: () => void;
}
