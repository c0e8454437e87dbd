/** The parts of a prompt that an assistant can rewrite: the system message and each message. Pure. */
import type { DraftValues } from "../draft/draftContent";

export interface PromptPart {
  key: string;
  label: string;
  text: string;
}

const SYSTEM = "system";

export function promptParts({ system, messages }: DraftValues): PromptPart[] {
  return [
    ...(system.trim() ? [{ key: SYSTEM, label: "System message", text: system }] : []),
    ...messages
      .map(({ key, role, content }, place) => ({ key, label: `Message ${place + 1} (${role})`, text: content }))
      .filter(({ text }) => text.trim() !== ""),
  ];
}

/** The longest part: instructions are longer than a line that only inserts a value. */
export function mainPart(parts: readonly PromptPart[]): PromptPart | null {
  return parts.reduce<PromptPart | null>(
    (longest, part) => (longest === null || part.text.length > longest.text.length ? part : longest),
    null,
  );
}

export function withPart(values: DraftValues, key: string, text: string): DraftValues {
  if (key === SYSTEM) return { ...values, system: text };
  return {
    ...values,
    messages: values.messages.map((message) => (message.key === key ? { ...message, content: text } : message)),
  };
}
