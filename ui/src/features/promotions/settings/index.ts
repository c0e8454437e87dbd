/** A door of its own: the card offers suites, whose screens use prompts, and prompts use promotions. */
export { ProtectedLabelsCard } from "./ProtectedLabelsCard";
