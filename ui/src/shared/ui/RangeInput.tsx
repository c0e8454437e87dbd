import { useFieldWiring } from "./Field";

interface RangeInputProps {
  value: number;
  least: number;
  most: number;
  step: number;
  onChange: (value: number) => void;
}

/** A slider inside of a Field. */
export function RangeInput({ value, least, most, step, onChange }: RangeInputProps) {
  const { id, "aria-describedby": described } = useFieldWiring();
  return (
    <input
      id={id}
      aria-describedby={described}
      type="range"
      min={least}
      max={most}
      step={step}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      className="h-6 w-full accent-accent"
    />
  );
}
