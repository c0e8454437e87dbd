/** Sample values for a prompt. They stay in this browser tab, because they may be private. */
import { useState } from "react";

export type Samples = Readonly<Record<string, string>>;

const keyOf = (prompt: string) => `edison.samples.${prompt}`;

function read(prompt: string): Samples {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(prompt)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

export function useSamples(prompt: string): [Samples, (samples: Samples) => void] {
  const [samples, setSamples] = useState(() => read(prompt));
  return [
    samples,
    (next) => {
      setSamples(next);
      try {
        window.sessionStorage.setItem(keyOf(prompt), JSON.stringify(next));
      } catch {
        // A full or forbidden store only means that the values are typed again.
      }
    },
  ];
}

/** What is sent for the variables that have a value. A list of messages goes as one, everything else as text. */
export function sentValues(samples: Samples, variables: readonly string[] | null): Record<string, unknown> {
  const filled = Object.entries(samples).filter(([name, text]) => text !== "" && (variables?.includes(name) ?? true));
  return Object.fromEntries(filled.map(([name, text]) => [name, conversation(text) ?? text]));
}

export function conversation(text: string): unknown[] | null {
  if (!text.trimStart().startsWith("[")) return null;
  try {
    const read: unknown = JSON.parse(text);
    const ok =
      Array.isArray(read) &&
      read.length > 0 &&
      read.every((item) => typeof item === "object" && item !== null && "role" in item);
    return ok ? (read as unknown[]) : null;
  } catch {
    return null;
  }
}
