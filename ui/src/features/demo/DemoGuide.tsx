import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { ArrowRight, Check, Map as MapIcon, X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { DemoProgress, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { demoProgressQuery } from "./api";
import { GuideText } from "./GuideText";
import { GUIDE_STEPS, guideLinks, isReachable } from "./guideSteps";
import { type GuideState, useGuideState } from "./useGuideState";

const LAST = GUIDE_STEPS.length;
const OWN_RUN_EVERY_MS = 2_000;

/** Creates the demo while a page of it is open, and leads through it in five steps. */
export function DemoGuide({ project }: { project: Project }) {
  const [state, change] = useGuideState(project.slug);
  const open = project.demo && project.archived_at === null && may(project, "start_runs");
  const home = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, "") === `/projects/${project.slug}` });
  const waitsForRun = state.at === LAST && !state.hidden;
  const progress = useQuery({
    ...demoProgressQuery(project.slug, waitsForRun ? OWN_RUN_EVERY_MS : null),
    enabled: open,
  }).data;
  if (!open) return null;
  if (state.hidden) {
    return home ? (
      <div className="mb-4 flex justify-end print:hidden">
        <Button variant="secondary" size="xs" onClick={() => change({ hidden: false })}>
          <MapIcon aria-hidden /> Resume the guide
        </Button>
      </div>
    ) : null;
  }
  return <GuideBar slug={project.slug} state={state} progress={progress} onChange={change} />;
}

interface GuideBarProps {
  slug: string;
  state: GuideState;
  progress: DemoProgress | undefined;
  onChange: (part: Partial<GuideState>) => void;
}

function GuideBar({ slug, state, progress, onChange }: GuideBarProps) {
  const bar = useBarHeight();
  return (
    <section
      ref={bar}
      aria-label="Demo guide"
      className={cx(
        "@container -mx-4 -mt-6 mb-6 border-b border-line bg-accent-soft px-4 py-2.5",
        "sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8 print:hidden",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StepLine slug={slug} at={state.at} progress={progress} onStep={(at) => onChange({ at })} />
        <div className="ml-auto flex items-center gap-1.5">
          <NextButton slug={slug} at={state.at} progress={progress} onChange={onChange} />
          <IconButton label="Hide the guide" className="size-7" onClick={() => onChange({ hidden: true })}>
            <X aria-hidden />
          </IconButton>
        </div>
      </div>
      <GuideText slug={slug} at={state.at} progress={progress} />
    </section>
  );
}

/** A page that fills the window subtracts the height of the guide. */
function useBarHeight() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const box = bar.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => style.setProperty("--guide-height", `${box.offsetHeight}px`));
    observer.observe(box);
    return () => {
      observer.disconnect();
      style.removeProperty("--guide-height");
    };
  }, []);
  return bar;
}

interface StepLineProps {
  slug: string;
  at: number;
  progress: DemoProgress | undefined;
  onStep: (at: number) => void;
}

function StepLine({ slug, at, progress, onStep }: StepLineProps) {
  const links = progress && guideLinks(slug, progress.links);
  return (
    <ol aria-label="Steps of the guide" className="-ml-1 flex min-w-0 items-center gap-1">
      {GUIDE_STEPS.map(({ title }, place) => {
        const number = place + 1;
        const link = links?.[place];
        const mark = <StepMark number={number} at={at} title={title} />;
        const current = number === at ? ("step" as const) : undefined;
        return (
          <li key={title} className="flex items-center gap-1">
            {place > 0 && <span aria-hidden className="hidden h-px w-4 bg-line-strong @lg:block" />}
            {link && progress && isReachable(place, progress) ? (
              <Link
                {...link}
                aria-current={current}
                onClick={() => onStep(number)}
                className="flex min-h-6 items-center rounded px-1 hover:bg-surface-hover"
              >
                {mark}
              </Link>
            ) : (
              <span aria-current={current} className="flex min-h-6 items-center px-1">
                {mark}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepMark({ number, at, title }: { number: number; at: number; title: string }) {
  const done = number < at;
  return (
    <>
      <span
        aria-hidden
        className={cx(
          "flex size-5 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums",
          number <= at ? "bg-accent text-on-accent" : "border border-line-strong bg-raised text-ink-muted",
        )}
      >
        {done ? <Check className="size-3" strokeWidth={3} /> : number}
      </span>
      <span
        className={cx(
          "ml-1.5 truncate text-xs",
          number === at ? "font-semibold text-ink" : "text-ink-muted @max-3xl:sr-only",
        )}
      >
        {title}
        {done && <span className="sr-only"> (done)</span>}
      </span>
    </>
  );
}

function NextButton({ slug, at, progress, onChange }: Omit<GuideBarProps, "state"> & { at: number }) {
  const next = GUIDE_STEPS[at];
  if (!next) {
    return (
      <Button variant="secondary" size="xs" onClick={() => onChange({ hidden: true })}>
        Finish
      </Button>
    );
  }
  const link = progress && isReachable(at, progress) ? guideLinks(slug, progress.links)[at] : null;
  if (!link) {
    return (
      <Button size="xs" loading>
        {next.action}
      </Button>
    );
  }
  return (
    <Button size="xs" asChild>
      <Link {...link} onClick={() => onChange({ at: at + 1 })}>
        {next.action} <ArrowRight aria-hidden />
      </Link>
    </Button>
  );
}
