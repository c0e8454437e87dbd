export { COMPARISON_KINDS, WORKBENCH_PANELS, type WorkbenchUrlState } from "./workbenchUrlState";
export { prefetchWorkbench } from "./prefetch";
