import { useState } from "react";
import type { ExactRequest } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { CopyButton } from "@/shared/ui/CopyButton";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { Segmented } from "@/shared/ui/Segmented";
import { Verbatim } from "@/shared/ui/Verbatim";
import { asCurl, type BodyView, formatted } from "./requestText";

/** The client knows pairs only as lists. */
type ShownRequest = Omit<ExactRequest, "headers"> & { headers: readonly (readonly string[])[] };

/** One request: where it goes, with what, and its body letter by letter. */
export function RequestView({ request, busy }: { request: ShownRequest; busy: boolean }) {
  const [view, setView] = useState<BodyView>("formatted");
  const { method, url, headers, body, bytes, prompt_tokens: tokens, max_tokens: most, dropped, problems } = request;
  return (
    <div
      aria-busy={busy || undefined}
      className={cx("flex flex-col gap-4 transition-opacity duration-150", busy && "opacity-60")}
    >
      {problems.length > 0 && (
        <Notice tone="error">
          <p className="font-medium">A run would not send this request</p>
          <ul>
            {problems.map(({ field, message }) => (
              <li key={field + message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="overflow-hidden rounded-lg border border-line">
        <div className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2">
          <Badge tone="accent">{method}</Badge>
          <code className="min-w-0 flex-1 text-xs wrap-anywhere text-ink">{visibleText(url)}</code>
          <CopyButton text={asCurl(request)} label="Copy as curl, without the key" />
        </div>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 px-3 py-2.5 font-mono text-xs">
          {headers.map(([name = "", value = ""], index) => (
            <div key={index} className="contents">
              <dt className="text-ink-subtle">{visibleText(name)}</dt>
              <dd className="wrap-anywhere text-ink">{visibleText(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-sm font-medium text-ink">Body</h3>
          <span className="text-xs text-ink-subtle">
            {countOf(bytes, "byte")}
            {tokens !== null && ` · ≈ ${countOf(tokens, "token")}`} · answer up to {countOf(most, "token")}
          </span>
          <span className="ml-auto flex items-center gap-1">
            <Segmented<BodyView>
              label="How the body is shown"
              value={view}
              onChange={setView}
              options={[
                { value: "formatted", label: "Formatted" },
                { value: "sent", label: "As sent" },
              ]}
            />
            <CopyButton text={body} label="Copy the body as it is sent" />
          </span>
        </div>
        <Verbatim label="Body of the request" className="max-h-[45dvh] min-h-40 font-mono text-xs leading-5">
          {view === "sent" ? body : formatted(body)}
        </Verbatim>
        {dropped.length > 0 && (
          <p className="mt-2 text-xs text-ink-muted">
            Left out, because this model does not support it: {dropped.join(", ")}
          </p>
        )}
      </div>
    </div>
  );
}
