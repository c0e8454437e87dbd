import { Plus } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Logo } from "@/shared/ui/Logo";

const STEPS = [
  { title: "Create a project", text: "One per product or team. It keeps people, prompts, data and budget together." },
  { title: "Invite people", text: "Give each person a role: those who edit, those who review, those who read." },
  { title: "Set the limits", text: "Choose the default budget, the review rule and how long results are kept." },
];

/** The first thing a new person sees: what this is for, and the one button that starts it. */
export function Welcome({ onCreate }: { onCreate: () => void }) {
  return (
    <section
      aria-labelledby="welcome-title"
      className="flex flex-col items-center rounded-xl border border-line bg-surface px-6 py-12 text-center"
    >
      <Logo size={44} />
      <h2 id="welcome-title" className="mt-4 text-xl font-semibold">
        Welcome to Edison
      </h2>
      <p className="mt-1 max-w-md text-sm text-ink-muted">
        Improve prompts the way you improve code: with tests, reviews and numbers. It starts with a project.
      </p>
      <Button className="mt-5" onClick={onCreate}>
        <Plus aria-hidden /> Create project
      </Button>
      <ol className="mt-10 grid w-full max-w-3xl gap-3 text-left md:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.title} className="rounded-lg border border-line bg-raised p-4">
            <span
              aria-hidden
              className={cx(
                "inline-flex size-6 items-center justify-center rounded-full",
                "bg-accent-soft text-xs font-semibold text-accent-ink",
              )}
            >
              {index + 1}
            </span>
            <h3 className="mt-2 text-sm font-semibold">{step.title}</h3>
            <p className="mt-0.5 text-sm text-ink-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
