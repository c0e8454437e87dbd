import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, FlaskConical, KeyRound, PenLine, Scale } from "lucide-react";
import type { ReactNode } from "react";
import type { Project } from "@/api/types";
import { sessionQuery } from "@/features/people/accounts";
import { may } from "@/features/people/projects";
import { fewPromptsQuery } from "@/features/prompts";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { useNewPrompt } from "../switcher/useNewPrompt";
import { ExampleGrid } from "./ExampleGrid";

interface WorkbenchStartProps {
  project: Project;
  onOpen: (prompt: string) => void;
}

const RECENT = 5;

/** Before the first prompt: what this place is, and the shortest ways into it. */
export function WorkbenchStart({ project, onOpen }: WorkbenchStartProps) {
  const { slug } = project;
  const open = project.archived_at === null;
  const edits = open && may(project, "edit_prompts");
  const manages = open && may(project, "manage_credentials");
  const heading = usePageHeading(["Workbench", project.name]);
  const { demo } = useSuspenseQuery(sessionQuery).data;
  const { begin, busy } = useNewPrompt(slug, onOpen);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-12 px-4 py-10 sm:px-8 lg:py-20">
      <div className="grid items-center gap-10 xl:grid-cols-2">
        <div>
          <p className="mb-3 text-xs font-medium text-lilac">Workbench</p>
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            className="text-2xl font-semibold text-balance text-ink sm:text-[32px] sm:leading-10"
          >
            Write a prompt. See every answer side by side.
          </h1>
          <p className="mt-4 max-w-lg text-base text-ink-muted">
            Send many cases to many models at once, watch the answers arrive, and compare quality, cost and latency.
          </p>
          {edits && (
            <div className="mt-7 flex flex-wrap gap-2.5">
              <Button loading={busy} onClick={begin}>
                {!busy && <PenLine aria-hidden />} New prompt
              </Button>
              {manages && (
                <Button variant="secondary" asChild>
                  <Link to="/projects/$slug/settings/credentials" params={{ slug }} search={{ add: true }}>
                    <KeyRound aria-hidden /> Add a key
                  </Link>
                </Button>
              )}
              {demo && (
                <Button variant="ghost" asChild>
                  <Link to="/demo">
                    <FlaskConical aria-hidden /> Open the demo project
                  </Link>
                </Button>
              )}
            </div>
          )}
          <p className="mt-4 max-w-lg text-sm text-ink-subtle">{wordsFor(edits, manages, open)}</p>
        </div>
        <ExampleGrid />
      </div>
      <Recent project={slug} onOpen={onOpen} />
    </div>
  );
}

function wordsFor(edits: boolean, manages: boolean, open: boolean): string {
  if (!open) return "This project is archived: you can read its runs, but not start new ones.";
  if (manages)
    return "Simulated models need no key and cost nothing: add a key of the kind “Simulated”, or open the demo project.";
  if (edits) return "An admin of this project adds keys to providers. You can write a prompt without a key.";
  return (
    "You can read prompts and runs. Reviewers can also label and comment. " +
    "An editor of this project writes the first prompt."
  );
}

/** What others have begun already. */
function Recent({ project, onOpen }: { project: string; onOpen: (prompt: string) => void }) {
  const prompts = useQuery(fewPromptsQuery(project, "", RECENT)).data?.items ?? [];
  if (prompts.length === 0) return null;
  return (
    <section aria-labelledby="recent-prompts">
      <h2 id="recent-prompts" className="mb-2 text-sm font-medium text-ink">
        Or continue with
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {prompts.map(({ id, name, kind, latest, updated_at: at }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              className={cx(
                "flex h-11 w-full items-center gap-3 px-3.5 text-left text-sm",
                "hover:bg-surface-hover focus-visible:-outline-offset-2",
              )}
            >
              <Kind grader={kind === "grader"} />
              <span className="min-w-0 flex-1 truncate font-medium text-ink">{name}</span>
              <span className="text-xs text-ink-subtle">{latest > 0 ? `v${latest}` : "draft"}</span>
              <span className="hidden w-28 text-right text-xs text-ink-subtle sm:block">
                <RelativeTime at={at} />
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kind({ grader }: { grader: boolean }): ReactNode {
  return grader ? (
    <Scale aria-label="Grader" role="img" className="size-4 shrink-0 text-lilac" />
  ) : (
    <PenLine aria-hidden className="size-4 shrink-0 text-ink-subtle" />
  );
}
