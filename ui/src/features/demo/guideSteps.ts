/** The five steps of the guide through the demo project, and where each of them leads. Pure. */
import { linkOptions } from "@tanstack/react-router";
import type { DemoProgress } from "@/api/types";

type DemoLinks = DemoProgress["links"];

export interface GuideStep {
  title: string;
  /** The button that leads to the step. */
  action: string;
  /** What to look at there. */
  text: string;
}

export const INTRODUCTION =
  "See how to find out whether a change to a prompt is better. Five steps, simulated models, no cost.";

export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    title: "Verdict",
    action: "Read the verdict",
    text: "Version 2 is better than version 1 on both models: the difference is larger than chance explains.",
  },
  {
    title: "Alert",
    action: "See the alert",
    text: "Version 3 looked harmless. A monitor ran it on the same messages, and reported the drop.",
  },
  {
    title: "Judge",
    action: "Check the judge",
    text: "A judge gave these scores. Its passport shows whether it is consistent and resists tricks.",
  },
  {
    title: "Suggestion",
    action: "Review the suggestion",
    text: "An experiment suggests the next change as a diff. You can approve it, edit it or reject it.",
  },
  {
    title: "Your change",
    action: "Change the prompt",
    text:
      "The grid shows version 3, the editor version 2. Add a line and press Run. " +
      "Try: “- Use the customer's first name and mention the order number.”",
  },
];

/** The pages of the steps; null: the demo has not created what the page shows. */
export function guideLinks(slug: string, links: DemoLinks) {
  const { prompt, improved_run: run, baseline_run: baseline, alert, judge, suggestion } = links;
  return [
    prompt && run && baseline
      ? linkOptions({
          to: "/projects/$slug/workbench/$prompt",
          params: { slug, prompt },
          search: { run, baseline },
        })
      : null,
    alert ? linkOptions({ to: "/projects/$slug/alerts/$alert", params: { slug, alert } }) : null,
    judge ? linkOptions({ to: "/projects/$slug/judges/$judge", params: { slug, judge } }) : null,
    suggestion ? linkOptions({ to: "/projects/$slug/reviews/$suggestion", params: { slug, suggestion } }) : null,
    prompt
      ? linkOptions({
          to: "/projects/$slug/workbench/$prompt",
          params: { slug, prompt },
          search: { baseline: "production" },
        })
      : null,
  ] as const;
}

/** The server's steps that must be done before a step of the guide makes sense. */
const NEEDS: readonly (readonly string[])[] = [["comparison"], ["alert"], ["passport"], ["experiment"], ["alert"]];

export function isReachable(place: number, { steps }: Pick<DemoProgress, "steps">): boolean {
  return (NEEDS[place] ?? []).every((key) => steps.some((step) => step.key === key && step.state === "done"));
}
