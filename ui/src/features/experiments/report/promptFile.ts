/** A version of a prompt as plain text, as it would be pasted somewhere else. Pure. */
import type { PromptContent } from "@/api/types";

export function promptText(content: Pick<PromptContent, "system" | "messages">): string {
  const single = content.messages.length === 1 && !content.system;
  const parts = [
    ...(content.system ? [`[system]\n${content.system}`] : []),
    ...content.messages.map(({ role, content: text }) => (single ? text : `[${role}]\n${text}`)),
  ];
  return `${parts.join("\n\n")}\n`;
}

export function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "prompt"
  );
}

export function markdownUrl(project: string, prompt: string, version: number): string {
  return `/api/v1/projects/${encodeURIComponent(project)}/prompts/${prompt}/versions/${version}/markdown`;
}
