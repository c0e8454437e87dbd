import { AlertList } from "./AlertList";

/** What is wrong with one suite now. */
export function SuiteAlerts({ project, suite }: { project: string; suite: string }) {
  return <AlertList project={project} wanted={{ state: "unresolved", suite }} />;
}
