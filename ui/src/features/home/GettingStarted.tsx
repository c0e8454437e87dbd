import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Project } from "@/api/types";
import { activityQuery } from "@/features/audit/activity";
import { credentialListQuery } from "@/features/models/credentials";
import { may } from "@/features/people/projects";
import { tokenListQuery } from "@/features/people/tokens";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";

/** First steps that exist today, and only those this person may take. */
export function GettingStarted({ project }: { project: Project }) {
  const mayTokens = may(project, "manage_tokens");
  const tokens = useQuery({ ...tokenListQuery(project.slug), enabled: mayTokens });
  const mayKeys = may(project, "manage_credentials");
  const mayAsk = may(project, "start_runs");
  const credentials = useQuery({ ...credentialListQuery(project.slug), enabled: mayKeys });
  const feed = useInfiniteQuery(activityQuery(project.slug));
  const tried = feed.data?.pages.some((page) => page.items.some(({ type }) => type === "try.finished")) ?? false;
  const ran = feed.data?.pages.some((page) => page.items.some(({ type }) => type.startsWith("run."))) ?? false;
  if (project.archived_at !== null) return null;
  const params = { slug: project.slug };
  return (
    <Card aria-label="Getting started">
      <CardHeader room="list">
        <CardTitle>Getting started</CardTitle>
      </CardHeader>
      <CardContent room="list">
        <ul className="flex flex-col">
          {mayKeys && (
            <StartStep
              done={(credentials.data?.items.length ?? 0) > 0}
              text="Add your key to a provider, or use simulated models without a key."
              link={
                <Link to="/projects/$slug/settings/credentials" params={params} className={stepLink}>
                  Add a credential
                </Link>
              }
            />
          )}
          {mayAsk && (
            <StartStep
              done={tried}
              text="See what a model answers, what a call costs and how long it takes."
              link={
                <Link to="/projects/$slug/models" params={params} className={stepLink}>
                  Try a model
                </Link>
              }
            />
          )}
          {mayAsk && (
            <StartStep
              done={ran}
              text="Write a prompt, compare models on your cases, score the answers."
              link={
                <Link to="/projects/$slug/workbench" params={params} className={stepLink}>
                  Open the workbench
                </Link>
              }
            />
          )}
          {may(project, "manage_members") && (
            <StartStep
              done={project.member_count > 1}
              text="Prompts get better when someone else reviews them."
              link={
                <Link
                  to="/projects/$slug/settings/members"
                  params={params}
                  search={{ invite: true }}
                  className={stepLink}
                >
                  Invite people
                </Link>
              }
            />
          )}
          {mayTokens && (
            <StartStep
              done={(tokens.data?.items.length ?? 0) > 0}
              text="Use the project from scripts and pipelines."
              link={
                <Link
                  to="/projects/$slug/settings/tokens"
                  params={params}
                  search={{ create: true }}
                  className={stepLink}
                >
                  Create a token
                </Link>
              }
            />
          )}
          <StartStep
            done={project.revision > 1}
            text="Budget, review rule and how long results are kept."
            link={
              <Link to="/projects/$slug/settings/general" params={params} className={stepLink}>
                Review settings
              </Link>
            }
          />
        </ul>
      </CardContent>
    </Card>
  );
}

const stepLink = "rounded font-medium text-ink after:absolute after:inset-0 after:rounded-md";

interface StartStepProps {
  done?: boolean;
  text: string;
  link: ReactNode;
}

function StartStep({ done = false, text, link }: StartStepProps) {
  return (
    <li
      className={cx(
        "relative flex items-center gap-3 rounded-md px-3 hover:bg-surface-hover",
        done ? "py-1.5" : "py-2",
      )}
    >
      <span
        aria-hidden
        className={
          done
            ? "flex size-5 items-center justify-center rounded-full bg-accent text-on-accent"
            : "size-5 rounded-full border-2 border-line-strong"
        }
      >
        {done && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        {link}
        {done && <span className="sr-only"> (done)</span>}
        {!done && <span className="block text-ink-muted">{text}</span>}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
    </li>
  );
}
