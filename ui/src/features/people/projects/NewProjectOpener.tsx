/** One dialog, opened from the page, the palette and the keyboard: the frame holds it, anyone may ask for it. */
import { lazy, Suspense } from "react";
import { setNewProjectOpen, useNewProjectOpen } from "./newProjectState";

// Loaded when it is first asked for: its form tools are a third of the frame's weight.
const NewProjectDialog = lazy(() =>
  import("./NewProjectDialog").then((module) => ({ default: module.NewProjectDialog })),
);

export function NewProjectOpener() {
  const open = useNewProjectOpen();
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <NewProjectDialog open={open} onOpenChange={setNewProjectOpen} />
    </Suspense>
  );
}
