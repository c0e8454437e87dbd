import { Star } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import { Choices } from "./Choices";

const STARS = [1, 2, 3, 4, 5];

interface StarsInputProps {
  stars: number | null;
  onChoose: (stars: number) => void;
  size?: "sm" | "lg";
  label?: string;
}

/** One to five: the number stands beside the star, so that colour is not all that tells. */
export function StarsInput({ stars, onChoose, size = "sm", label = "Stars" }: StarsInputProps) {
  return (
    <Choices
      label={label}
      size={size}
      chosen={stars}
      onChoose={onChoose}
      choices={STARS.map((value) => ({
        value,
        name: value === 1 ? "1 star" : `${value} stars`,
        content: (
          <>
            <Star aria-hidden className={cx(stars !== null && value <= stars && "fill-current")} />
            {value}
          </>
        ),
      }))}
    />
  );
}
