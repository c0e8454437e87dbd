/** The text of a comment: line breaks, links and mentions. Everything else is shown as it was typed. */
import { visibleText } from "@/shared/format/visibleText";
import { partsOf } from "./commentText";

export function CommentText({ text, names }: { text: string; names: Readonly<Record<string, string>> }) {
  return (
    <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap text-ink">
      {partsOf(text, names).map((part, place) => {
        if (part.kind === "mention")
          return (
            <span key={place} className="rounded bg-accent-soft px-1 font-medium text-accent-ink">
              @{visibleText(part.name ?? "former member")}
            </span>
          );
        if (part.kind === "link")
          return (
            <a
              key={place}
              href={part.text}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-accent-ink underline underline-offset-2"
            >
              {visibleText(part.text)}
            </a>
          );
        return visibleText(part.text);
      })}
    </p>
  );
}
