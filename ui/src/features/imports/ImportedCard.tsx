import { Link } from "@tanstack/react-router";
import { CircleCheck, ListRestart, Table2, TextQuote } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent } from "@/shared/ui/Card";
import { Notice } from "@/shared/ui/Notice";
import type { AppliedImport } from "./importReport";

interface ImportedCardProps {
  project: string;
  applied: AppliedImport;
  onAgain: () => void;
}

/** What the import created, with the ways there. */
export function ImportedCard({ project, applied, onAgain }: ImportedCardProps) {
  const { prompts, datasets, suite, missing } = applied;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <Card aria-label="Imported">
      <CardContent className="flex flex-col gap-4 pt-5">
        <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-base font-semibold text-ink">
          <CircleCheck aria-hidden className="size-5 text-success" /> Import finished
        </h2>
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
          <Created icon={<TextQuote />} title={countOf(prompts.length, "prompt")}>
            {prompts.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to="/projects/$slug/prompts/$prompt"
                  params={{ slug: project, prompt: id }}
                  className={createdLink}
                >
                  {name}
                </Link>
              </li>
            ))}
          </Created>
          <Created icon={<Table2 />} title={countOf(datasets.length, "dataset")}>
            {datasets.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to="/projects/$slug/datasets/$dataset"
                  params={{ slug: project, dataset: id }}
                  className={createdLink}
                >
                  {name}
                </Link>
              </li>
            ))}
          </Created>
          <Created icon={<ListRestart />} title={suite ? "1 suite" : "No suite"}>
            {suite && (
              <li>
                <Link
                  to="/projects/$slug/suites/$suite"
                  params={{ slug: project, suite: suite.id }}
                  className={createdLink}
                >
                  {suite.name}
                </Link>
              </li>
            )}
          </Created>
        </div>
        {missing.length > 0 && (
          <Notice tone="warning">
            <ul>
              {missing.map((line) => (
                <li key={line} className="wrap-anywhere">
                  {line}.
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          {suite && (
            <Button asChild>
              <Link to="/projects/$slug/suites/$suite" params={{ slug: project, suite: suite.id }}>
                Open suite
              </Link>
            </Button>
          )}
          <Button variant="secondary" onClick={onAgain}>
            Import other files
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

const createdLink = "rounded wrap-anywhere text-accent-ink hover:underline";

function Created({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 text-sm">
      <h3 className="flex items-center gap-2 font-medium text-ink [&_svg]:size-4 [&_svg]:text-ink-subtle">
        <span aria-hidden>{icon}</span> {title}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable */}
      <ul tabIndex={0} aria-label={title} className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto pl-6">
        {children}
      </ul>
    </div>
  );
}
