import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Kbd } from "@/shared/ui/Kbd";
import { Choices } from "./Choices";

export function ThumbsInput({ good, onChoose }: { good: boolean | null; onChoose: (good: boolean) => void }) {
  return (
    <Choices
      label="Good or bad"
      size="lg"
      chosen={good === null ? null : Number(good)}
      onChoose={(value) => onChoose(value === 1)}
      choices={[
        {
          value: 1,
          name: "Good",
          tone: "good",
          content: (
            <>
              <ThumbsUp aria-hidden /> Good <Kbd>Y</Kbd>
            </>
          ),
        },
        {
          value: 0,
          name: "Bad",
          tone: "bad",
          content: (
            <>
              <ThumbsDown aria-hidden /> Bad <Kbd>N</Kbd>
            </>
          ),
        },
      ]}
    />
  );
}
