import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useWide } from "@/features/datasets";
import { cx } from "@/shared/ui/cx";
import { Segmented } from "@/shared/ui/Segmented";
import { RunButton, type RunButtonProps } from "../toolbar/RunButton";
import { clamped, LEAST, MOST, shareAfter } from "./panelSplit";
import type { Split } from "./usePanelSplit";

interface SplitPanelsProps {
  split: Split;
  left: ReactNode;
  right: ReactNode;
  /** Where one panel hides the other, the button stands above both. */
  run: RunButtonProps | null;
}

/** A spring that goes a little too far and comes back, as a browser understands it. */
const SPRING = "linear(0, 0.12 6%, 0.42 16%, 0.72 27%, 0.93 39%, 1.02 50%, 1.035 58%, 1.02 70%, 1.004 84%, 1)";

export function SplitPanels({ split, left, right, run }: SplitPanelsProps) {
  const wide = useWide();
  return wide ? <Beside split={split} left={left} right={right} /> : <OneOfTwo left={left} right={right} run={run} />;
}

function Beside({ split, left, right }: Omit<SplitPanelsProps, "run">) {
  const area = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const { mode, share, setShare, reset } = split;
  const width: CSSProperties = { flexBasis: `${share}%`, transition: dragging ? "none" : `flex-basis 300ms ${SPRING}` };

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    // The editor keeps its focus, and with it the mode whose share is being changed.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const drag = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (dragging && box) setShare(clamped(((event.clientX - box.left) / box.width) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const next = shareAfter(event.key, share, mode);
    if (next === null) return;
    event.preventDefault();
    setShare(next);
  };
  return (
    <div ref={area} data-mode={mode} className="flex h-full min-h-0 overflow-hidden">
      <div data-panel="prompt" style={width} className="flex min-w-0 shrink-0 grow-0 flex-col overflow-hidden">
        {left}
      </div>
      {/* A window splitter, as the ARIA practices describe it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions --
          a separator with a value is a control */}
      <div
        role="separator"
        aria-label="Width of the prompt"
        aria-orientation="vertical"
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={Math.round(share)}
        data-split-handle
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onDoubleClick={reset}
        onKeyDown={press}
        title="Drag to resize, double-click to reset"
        className={cx(
          "group relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line select-none",
          "focus-visible:outline-none",
          "after:absolute after:inset-y-0 after:-left-1 after:w-2",
        )}
      >
        <span
          aria-hidden
          className={cx(
            "absolute inset-y-0 -left-px w-[3px] transition-opacity duration-150",
            "group-hover:opacity-100 group-focus-visible:opacity-100",
            dragging ? "bg-focus opacity-100" : "bg-focus opacity-0",
          )}
        />
      </div>
      <div data-panel="results" className="@container flex min-w-0 flex-1 flex-col overflow-hidden">
        {right}
      </div>
    </div>
  );
}

const TABS = [
  { value: "prompt", label: "Prompt" },
  { value: "results", label: "Results" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** Not enough room for both: one at a time, and neither forgets where it was. */
function OneOfTwo({ left, right, run }: Omit<SplitPanelsProps, "split">) {
  const [tab, setTab] = useState<Tab>("results");
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-12 shrink-0 items-center justify-between gap-2 border-b border-line px-4 py-2">
        <Segmented label="Panel" value={tab} onChange={setTab} options={TABS} />
        {run && (
          <RunButton
            {...run}
            onRun={() => {
              setTab("results");
              run.onRun();
            }}
          />
        )}
      </div>
      <div
        data-panel="prompt"
        className={cx("min-h-0 flex-1 flex-col overflow-hidden", tab === "prompt" ? "flex" : "hidden")}
      >
        {left}
      </div>
      <div
        data-panel="results"
        className={cx("@container min-h-0 flex-1 flex-col overflow-hidden", tab === "results" ? "flex" : "hidden")}
      >
        {right}
      </div>
    </div>
  );
}
