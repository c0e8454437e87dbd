import { Play } from "lucide-react";
import { cx } from "@/shared/ui/cx";

const MODELS = ["Swift", "Steady", "Deep"];
/** Grades of a run that never was, from bad to good. */
const GRADES: readonly (readonly ("good" | "fair" | "bad" | "calling")[])[] = [
  ["good", "good", "good"],
  ["fair", "good", "good"],
  ["bad", "fair", "good"],
  ["good", "good", "calling"],
];
const LOOKS = {
  good: "bg-success-soft text-success",
  fair: "bg-warning-soft text-warning",
  bad: "bg-error-soft text-error",
  calling: "",
};
const NUMBERS = { good: "1.0", fair: "0.5", bad: "0.0", calling: "" };
const WIDTHS = ["w-11/12", "w-3/4", "w-10/12", "w-2/3"];

/** What the workbench will look like, small. A picture: nothing in it is real. */
export function ExampleGrid() {
  return (
    <div
      aria-hidden
      className="hidden overflow-hidden rounded-xl border border-line bg-raised shadow-float select-none sm:flex"
    >
      <div
        className={cx(
          "relative flex w-[38%] flex-col gap-1.5 border-r border-line",
          "p-4 font-mono text-2xs leading-4 text-ink-muted",
        )}
      >
        <p className="mb-1 font-sans text-xs font-semibold text-ink">
          Support answer{" "}
          <span className="ml-1 rounded bg-surface-hover px-1 text-2xs font-medium text-ink-muted">v3</span>
        </p>
        <p>
          Answer the customer of <Variable name="shop" /> in a calm voice.
        </p>
        <p>
          <ExampleTag name="question" />
          <br />
          <Variable name="question" />
          <br />
          <ExampleTag name="/question" />
        </p>
        <p>At most two sentences.</p>
        <span
          className={cx(
            "mt-10 ml-auto inline-flex items-center gap-1.5 rounded-md bg-accent",
            "px-2.5 py-1.5 font-sans text-xs font-medium text-on-accent",
          )}
        >
          <Play className="size-3 fill-current" /> Run
        </span>
      </div>
      <div className="grid flex-1 grid-cols-3 bg-surface text-2xs">
        {MODELS.map((model, place) => (
          <div key={model} className={cx("flex flex-col", place > 0 && "border-l border-line")}>
            <p className="border-b border-line px-2.5 py-2 font-medium text-ink">{model}</p>
            {GRADES.map((row, index) => (
              <ExampleAnswer key={index} grade={row[place] ?? "good"} seed={index + place} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Variable({ name }: { name: string }) {
  return <span className="rounded bg-lilac-soft px-0.5 font-medium text-lilac">{`{{${name}}}`}</span>;
}

function ExampleTag({ name }: { name: string }) {
  return <span className="text-accent-ink">{`<${name}>`}</span>;
}

function ExampleAnswer({ grade, seed }: { grade: keyof typeof LOOKS; seed: number }) {
  const line = (more: number) => (
    <span className={cx("block h-1.5 rounded-full bg-line", WIDTHS[(seed + more) % WIDTHS.length])} />
  );
  return (
    <div className="relative flex h-16 flex-col gap-1.5 border-b border-line bg-raised px-2.5 py-3 last:border-b-0">
      {grade === "calling" ? (
        [0, 1, 2].map((bar) => <span key={bar} className={cx("skeleton block h-1.5", WIDTHS[bar])} />)
      ) : (
        <>
          {line(0)}
          {line(1)}
        </>
      )}
      {grade !== "calling" && (
        <span className={cx("absolute right-2 bottom-2 rounded px-1 font-medium", LOOKS[grade])}>{NUMBERS[grade]}</span>
      )}
    </div>
  );
}
