export { COMPARISON_KINDS, type WorkbenchPlace } from "./workbenchUrlState";
export { prefetchWorkbench } from "./prefetch";
