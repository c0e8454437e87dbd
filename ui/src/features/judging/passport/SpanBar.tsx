import type { Span } from "./passportFigures";

/** The interval as a band, the figure as a dot, and a line where a sound judge is. The words beside it say the same. */
export function SpanBar({ span }: { span: Span }) {
  const place = (value: number) => Math.min(100, Math.max(0, ((value - span.from) / (span.to - span.from)) * 100));
  const low = place(span.low);
  return (
    <span aria-hidden className="relative block h-3 w-full">
      <span className="absolute inset-x-0 top-[5px] h-0.5 rounded-full bg-line" />
      <span className="absolute top-0 h-3 w-px bg-ink-subtle" style={{ left: `${place(span.ideal)}%` }} />
      <span
        className="absolute top-1 h-1 rounded-full bg-lilac/50"
        style={{ left: `${low}%`, width: `${Math.max(1, place(span.high) - low)}%` }}
      />
      <span
        className="absolute top-0.5 size-2 -translate-x-1/2 rounded-full bg-lilac ring-2 ring-raised"
        style={{ left: `${place(span.value)}%` }}
      />
    </span>
  );
}
