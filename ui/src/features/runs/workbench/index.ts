export { COMPARISON_KINDS, type WorkbenchUrlState } from "./workbenchUrlState";
export { prefetchWorkbench } from "./prefetch";
