import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, ExternalLink, Plus } from "lucide-react";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { IconButton } from "@/shared/ui/IconButton";
import type { Suggestion } from "../types";
import { AddCounterexample } from "./AddCounterexample";
import { ExemplarCase } from "./ExemplarCase";

const MOST = 10;

/** Cases that went wrong, one at a time: what was asked, what came, and what judges made of it. */
export function ExemplarsCard({ project, suggestion }: { project: Project; suggestion: Suggestion }) {
  const [at, setAt] = useState(0);
  const [adding, setAdding] = useState(false);
  const shown = suggestion.exemplars.slice(0, MOST);
  const exemplar = shown[Math.min(at, shown.length - 1)];
  const adds = suggestion.dataset !== null && may(project, "edit_datasets") && project.archived_at === null;
  const step = (by: number) => setAt((at + by + shown.length) % shown.length);
  return (
    <Card aria-label="Failing cases" aria-roledescription="carousel" className="overflow-hidden">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-base font-semibold text-ink">Failing cases</h2>
        {exemplar && (
          <span className="flex items-center gap-1">
            <IconButton label="The case before" disabled={shown.length < 2} onClick={() => step(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <span role="status" className="min-w-14 text-center text-xs text-ink-muted tabular-nums">
              {at + 1} of {shown.length}
            </span>
            <IconButton label="The next case" disabled={shown.length < 2} onClick={() => step(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </span>
        )}
        {exemplar && (
          <span className="ml-auto flex flex-wrap items-center gap-1">
            {adds && (
              <Button variant="ghost" size="xs" onClick={() => setAdding(true)}>
                <Plus aria-hidden /> Add a counterexample
              </Button>
            )}
            <Button variant="ghost" size="xs" asChild>
              <Link
                to="/projects/$slug/runs/$run"
                params={{ slug: project.slug, run: exemplar.run }}
                search={{ cell: exemplar.ordinal }}
              >
                <ExternalLink aria-hidden /> Open the cell
              </Link>
            </Button>
          </span>
        )}
      </div>
      {exemplar ? (
        <ExemplarCase key={exemplar.ordinal} exemplar={exemplar} weak={suggestion.weak} />
      ) : (
        <p className="px-4 py-6 text-sm text-ink-muted">No case was shown to the refiner.</p>
      )}
      {adding && exemplar && suggestion.dataset && (
        <AddCounterexample
          project={project.slug}
          dataset={suggestion.dataset}
          exemplar={exemplar}
          onDone={() => setAdding(false)}
        />
      )}
    </Card>
  );
}
