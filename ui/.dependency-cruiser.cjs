/** The floors of the user interface: app → features → shared → api, and one door per feature. */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "one-door-per-feature",
      comment: "A feature uses another only through its index.ts.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/([^/]+)/", pathNot: ["^src/features/$1/", "^src/features/[^/]+/index\\.ts$"] },
    },
    {
      name: "app-enters-by-door-or-page",
      comment: "The app uses a feature's index.ts, and loads its pages and layouts lazily.",
      severity: "error",
      from: { path: "^src/app/" },
      to: { path: "^src/features/", pathNot: ["/index\\.ts$", "(Page|Layout)\\.tsx$"] },
    },
    { name: "features-below-app", severity: "error", from: { path: "^src/features/" }, to: { path: "^src/app/" } },
    {
      name: "shared-below-features",
      severity: "error",
      from: { path: "^src/shared/" },
      to: { path: "^src/(app|features)/" },
    },
    {
      name: "api-at-the-bottom",
      severity: "error",
      from: { path: "^src/api/" },
      to: { path: "^src/(app|features|shared)/" },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, pathNot: ["\\.test\\.tsx?$", "^src/test-setup\\.ts$", "\\.d\\.ts$"] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
