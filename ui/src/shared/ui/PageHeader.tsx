import { type ReactNode, useEffect, useRef } from "react";

interface PageHeaderProps {
  title: string;
  /** From the most to the least specific; the product name is added. */
  documentTitle?: readonly string[];
  description?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
}

/** The heading takes focus after navigation, so that a screen reader starts at the new page and not at the old link. */
export function PageHeader({ title, documentTitle, description, badges, actions }: PageHeaderProps) {
  const heading = usePageHeading(documentTitle ?? [title]);
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-2">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            className="min-w-0 text-xl font-semibold wrap-anywhere text-ink"
          >
            {title}
          </h1>
          {badges}
        </div>
        {description && <p className="mt-1 max-w-2xl text-sm wrap-anywhere text-ink-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

let firstPage = true;

export function usePageHeading(documentTitle: readonly string[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const title = [...documentTitle, "Edison"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // On the first load the browser's own order is right: the skip link comes first.
    if (!firstPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
  return heading;
}
