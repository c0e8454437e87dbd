import { Notice } from "@/shared/ui/Notice";

/** A model answered, but not in the shape it was asked for. */
export function UnreadableAnswer() {
  return <Notice tone="warning">The answer could not be read. Ask again, or write it yourself.</Notice>;
}
