import { Notice } from "@/shared/ui/Notice";

/** A model answered, but not in the shape it was asked for. */
export function UnreadableAnswer() {
  return (
    <Notice tone="warning">The answer of the model could not be read. Try again, or write the text yourself.</Notice>
  );
}
