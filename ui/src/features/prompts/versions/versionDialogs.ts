/** What can be asked about a version. */
import type { Prompt, VersionCard } from "@/api/types";

export type VersionQuestion =
  | { kind: "label" | "restore" | "fork"; version: VersionCard }
  | { kind: "unlabel"; version: VersionCard; label: string };

export interface QuestionProps {
  project: string;
  prompt: Prompt;
  version: VersionCard;
  onClose: () => void;
}
