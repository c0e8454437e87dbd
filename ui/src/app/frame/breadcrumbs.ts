/** Where we are, from the address. Pure. */

interface CrumbText {
  label: string;
  /** Null for the page we are on. */
  href: string | null;
}

const SETTINGS_PAGES: Record<string, string> = {
  general: "General",
  members: "Members",
  credentials: "Credentials",
  channels: "Channels",
  tokens: "Tokens",
  audit: "Audit log",
};

const INSTALLATION_PAGES: Record<string, string> = {
  audit: "Installation audit",
  people: "People",
  reports: "Installation report",
  "sign-in": "Sign-in providers",
};

const ARENA_NAMES: Record<string, string> = { new: "New leaderboard", start: "Start an arena" };

/** Pages beside those of single runs. */
const RUN_PAGES: Record<string, string> = { new: "New run", compare: "Compare runs" };

export function crumbsFor(
  pathname: string,
  projectName: string | null,
  modelName: string | null = null,
  promptName: string | null = null,
  datasetName: string | null = null,
  runName: string | null = null,
  judgeName: string | null = null,
  experimentName: string | null = null,
  suiteName: string | null = null,
  boardName: string | null = null,
): CrumbText[] {
  const parts = pathname.split("/").filter(Boolean);
  if (parts[0] === "account" && parts[1] === "notifications")
    return [
      { label: "Account", href: "/account" },
      { label: "Notifications", href: null },
    ];
  if (parts[0] === "account") return [{ label: "Account", href: null }];
  if (parts[0] === "notifications") return [{ label: "Notifications", href: null }];
  if (parts[0] === "installation") return [{ label: INSTALLATION_PAGES[parts[1] ?? ""] ?? "Installation", href: null }];
  const slug = parts[1];
  if (!slug) return [{ label: "Projects", href: null }];
  const home = `/projects/${slug}`;
  const trail: CrumbText[] = [
    { label: "Projects", href: "/projects" },
    { label: projectName ?? slug, href: home },
  ];
  if (parts[2] === "workbench") {
    trail.push({ label: "Workbench", href: `${home}/workbench` });
    if (parts[3]) trail.push({ label: promptName ?? "Prompt", href: null });
  }
  if (parts[2] === "experiments") {
    trail.push({ label: "Experiments", href: `${home}/experiments` });
    if (parts[3])
      trail.push({
        label: parts[3] === "new" ? "New experiment" : (experimentName ?? "Experiment"),
        href: `${home}/experiments/${parts[3]}`,
      });
    if (parts[4] === "setup") trail.push({ label: "Set-up", href: null });
    if (parts[4] === "report") trail.push({ label: "Report", href: null });
    if (parts[4] === "iterations" && parts[5]) trail.push({ label: `Iteration ${parts[5]}`, href: null });
  }
  if (parts[2] === "reviews") {
    trail.push({ label: "Reviews", href: `${home}/reviews` });
    if (parts[3]) trail.push({ label: "Suggestion", href: null });
  }
  if (parts[2] === "promotions") {
    trail.push({ label: "Reviews", href: `${home}/reviews` }, { label: "Promotions", href: `${home}/promotions` });
    if (parts[3]) trail.push({ label: "Promotion", href: null });
  }
  if (parts[2] === "comments") {
    trail.push({ label: "Reviews", href: `${home}/reviews` }, { label: "Comments", href: null });
  }
  if (parts[2] === "models") {
    trail.push({ label: "Models", href: `${home}/models` });
    if (parts[3]) trail.push({ label: modelName ?? "Model", href: null });
  }
  if (parts[2] === "prompts") {
    trail.push({ label: "Prompts", href: `${home}/prompts` });
    if (parts[3]) trail.push({ label: promptName ?? "Prompt", href: null });
  }
  if (parts[2] === "datasets") {
    trail.push({ label: "Datasets", href: `${home}/datasets` });
    if (parts[3]) trail.push({ label: parts[3] === "generate" ? "Generate" : (datasetName ?? "Dataset"), href: null });
  }
  if (parts[2] === "import") trail.push({ label: "Import", href: null });
  if (parts[2] === "runs") {
    trail.push({ label: "Runs", href: `${home}/runs` });
    if (parts[3]) trail.push({ label: RUN_PAGES[parts[3]] ?? runName ?? "Run", href: `${home}/runs/${parts[3]}` });
    if (parts[4] === "results") trail.push({ label: "Results", href: null });
  }
  if (parts[2] === "suites") {
    trail.push({ label: "Suites", href: `${home}/suites` });
    if (parts[3])
      trail.push({
        label: parts[3] === "new" ? "New suite" : (suiteName ?? "Suite"),
        href: `${home}/suites/${parts[3]}`,
      });
    if (parts[4] === "edit") trail.push({ label: "Edit", href: null });
  }
  if (parts[2] === "monitors")
    trail.push({ label: "Suites", href: `${home}/suites` }, { label: "Monitors", href: null });
  if (parts[2] === "alerts") {
    trail.push({ label: "Alerts", href: `${home}/alerts` });
    if (parts[3]) trail.push({ label: "Alert", href: null });
  }
  if (parts[2] === "judges") {
    trail.push({ label: "Judges", href: `${home}/judges` });
    if (parts[3] === "rubrics")
      trail.push(
        { label: "Rubrics", href: `${home}/judges?tab=rubrics` },
        { label: parts[4] === "new" ? "New rubric" : (judgeName ?? "Rubric"), href: null },
      );
    else if (parts[3])
      trail.push({
        label: parts[3] === "new" ? "New judge" : (judgeName ?? "Judge"),
        href: `${home}/judges/${parts[3]}`,
      });
    if (parts[4] === "edit") trail.push({ label: "New version", href: null });
  }
  if (parts[2] === "annotate") {
    trail.push({ label: "Annotate", href: `${home}/annotate` });
    if (parts[3]) trail.push({ label: "Queue", href: `${home}/annotate/${parts[3]}` });
    if (parts[4]) trail.push({ label: "Label", href: null });
  }
  if (parts[2] === "arena") {
    trail.push({ label: "Arena", href: `${home}/arena` });
    if (parts[3])
      trail.push({
        label: ARENA_NAMES[parts[3] ?? ""] ?? boardName ?? "Leaderboard",
        href: `${home}/arena/${parts[3]}`,
      });
    if (parts[4]) trail.push({ label: parts[4] === "vote" ? "Vote" : "Change", href: null });
  }
  if (parts[2] === "reports") trail.push({ label: "Reports", href: null });
  if (parts[2] === "settings") {
    trail.push({ label: "Settings", href: `${home}/settings/general` });
    const page = SETTINGS_PAGES[parts[3] ?? ""];
    if (page) trail.push({ label: page, href: null });
  }
  const last = trail.pop();
  return last ? [...trail, { ...last, href: null }] : trail;
}
