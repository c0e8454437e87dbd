export { COMPARISON_KINDS, type WorkbenchPlace } from "./place";
export { prefetchWorkbench } from "./prefetch";
