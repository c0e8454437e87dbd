/** The floors of the user interface: app → features → shared → api, and one door per room. */

/** A room or a sub-room of the features is used through its index.ts. */
const DOORS = ["^src/features/[^/]+/index\\.ts$", "^src/features/[^/]+/[^/]+/index\\.ts$"];

/** Parts of a room that have a door of their own. */
const SUB_ROOMS = [
  "audit/activity",
  "experiments/reviews",
  "models/credentials",
  "models/playground",
  "people/accounts",
  "people/invites",
  "people/members",
  "people/projects",
  "people/tokens",
  "runs/workbench",
];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "one-door-per-feature",
      comment: "A feature uses another only through its index.ts.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/([^/]+)/", pathNot: ["^src/features/$1/", ...DOORS] },
    },
    ...SUB_ROOMS.flatMap((room) => [
      {
        name: `one-door-to-${room.replace("/", "-")}`,
        comment: "The rest of a room uses a sub-room only through its index.ts.",
        severity: "error",
        from: { path: "^src/features/", pathNot: `^src/features/${room}/` },
        to: { path: `^src/features/${room}/`, pathNot: DOORS },
      },
      {
        name: `one-door-from-${room.replace("/", "-")}`,
        comment: "A sub-room uses the rest of its room only through an index.ts.",
        severity: "error",
        from: { path: `^src/features/${room}/` },
        to: { path: `^src/features/${room.split("/")[0]}/`, pathNot: [`^src/features/${room}/`, ...DOORS] },
      },
    ]),
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
