import { useEffect, useEffectEvent, useId, useState } from "react";
import type { Scale } from "@/shared/charts/estimateText";
import { Button } from "@/shared/ui/Button";
import { Input } from "@/shared/ui/Input";
import { USUAL_MINIMUM } from "./usualMinimum";

interface MinimumEffectProps {
  /** From 0 to 1. */
  value: number;
  scale: Scale;
  onChange: (value: number | undefined) => void;
}

const PAUSE_MS = 400;

/** What the reader cares about: a difference below it is no reason to change anything, however certain it is. */
export function MinimumEffect({ value, scale, onChange }: MinimumEffectProps) {
  const id = useId();
  const shown = trimmed(value * scale.top);
  const [typed, setTyped] = useState(shown);
  const parsed = Number(typed) / scale.top;
  const good = typed.trim() !== "" && Number.isFinite(parsed) && parsed >= 0 && parsed <= 1;
  const tell = useEffectEvent(() => onChange(Math.abs(parsed - USUAL_MINIMUM) < 1e-9 ? undefined : parsed));
  useEffect(() => {
    if (!good || Math.abs(parsed - value) < 1e-9) return;
    const timer = window.setTimeout(() => tell(), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [good, parsed, value]);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
      <label htmlFor={id}>Smallest difference that matters</label>
      <Input
        id={id}
        type="number"
        min={0}
        max={scale.top}
        step={scale.top / 100}
        inputMode="decimal"
        value={typed}
        aria-invalid={!good || undefined}
        aria-describedby={`${id}-unit`}
        className="h-7! w-20! px-2! text-sm!"
        onChange={(event) => setTyped(event.target.value)}
      />
      <span id={`${id}-unit`}>
        on a scale of 0 to {scale.top}
        {!good && <span className="text-error">: between 0 and {scale.top}</span>}
      </span>
      {Math.abs(value - USUAL_MINIMUM) > 1e-9 && (
        <Button
          variant="ghost"
          size="xs"
          onClick={() => {
            setTyped(trimmed(USUAL_MINIMUM * scale.top));
            onChange(undefined);
          }}
        >
          Back to {trimmed(USUAL_MINIMUM * scale.top)}
        </Button>
      )}
    </div>
  );
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(4)));
}
