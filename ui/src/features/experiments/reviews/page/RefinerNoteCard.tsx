import { visibleText } from "@/shared/format/visibleText";
import { Card } from "@/shared/ui/Card";
import type { Suggestion } from "../types";

/** What the refiner says it changed, and why that should help. A model wrote it: text, never markup. */
export function RefinerNoteCard({ suggestion }: { suggestion: Suggestion }) {
  const { note } = suggestion;
  return (
    <Card aria-label="Why" className="px-5 py-4">
      <h2 className="text-base font-semibold text-ink">Why</h2>
      <p className="text-xs text-ink-subtle">Written by the model that proposed the change</p>
      <p dir="auto" className="mt-2 max-w-prose text-base leading-6 wrap-anywhere whitespace-pre-wrap text-ink">
        {visibleText(note || "The model gave no reason.")}
      </p>
    </Card>
  );
}
