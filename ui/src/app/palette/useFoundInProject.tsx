/** What the palette finds inside the project a person is in, room by room. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bell, Gavel, ListRestart, Table2, TestTubeDiagonal, TextQuote, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { alertsKey } from "@/features/alerts";
import { fewDatasetsQuery } from "@/features/datasets";
import { experimentsKey } from "@/features/experiments";
import { judgeChoicesQuery } from "@/features/judging";
import { fewModelsQuery } from "@/features/models";
import { fewPromptsQuery } from "@/features/prompts";
import { suitesKey } from "@/features/suites";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { getQuery } from "@/shared/http/queries";
import { ProviderMark } from "@/shared/ui/ProviderMark";

export interface Found {
  value: string;
  label: string;
  note: string;
  icon: ReactNode;
  href: string;
}

interface FoundGroup {
  heading: string;
  items: Found[];
}

/** Results for each heading. A longer search term narrows them down. */
const FEW = 5;
/** Rooms that cannot be asked for a word: these are read and searched here. */
const PAGE = 100;

interface Named {
  id: string;
  name: string;
}

export function useFoundInProject(slug: string | null, typed: string, settled: string): FoundGroup[] {
  const project = slug ?? "";
  const enabled = slug !== null && settled.length >= 2;
  const prompts = useQuery({ ...fewPromptsQuery(project, settled), enabled }).data?.items;
  const datasets = useQuery({ ...fewDatasetsQuery(project, settled), enabled }).data?.items;
  const models = useQuery({ ...fewModelsQuery(project, settled), enabled }).data?.items;
  const experiments = useQuery({ ...fewExperimentsQuery(project, settled), enabled }).data?.items;
  const suites = useQuery({ ...fewSuitesQuery(project, settled), enabled }).data?.items;
  const judges = useQuery({ ...judgeChoicesQuery(project), enabled }).data?.items;
  const boards = useQuery({ ...someBoardsQuery(project), enabled }).data?.items;
  const alerts = useQuery({ ...someAlertsQuery(project), enabled }).data?.items;
  if (!enabled) return [];
  // What is on the screen answers an earlier word until the server has spoken; Enter must never open that.
  const wanted = typed.trim().toLowerCase();
  const at = `/projects/${project}`;
  const room = <Item extends Named>(
    heading: string,
    path: string,
    items: readonly Item[] | undefined,
    icon: ReactNode,
    noteOf: (item: Item) => string = () => "",
  ): FoundGroup => ({
    heading,
    items: (items ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, FEW)
      .map((item) => ({
        value: `${path}-${item.id}`,
        label: visibleText(item.name),
        note: noteOf(item),
        icon,
        href: `${at}/${path}/${item.id}`,
      })),
  });
  return [
    room("Prompts", "prompts", prompts, <TextQuote aria-hidden />, ({ latest }) =>
      latest > 0 ? `v${latest}` : "draft",
    ),
    room("Datasets", "datasets", datasets, <Table2 aria-hidden />, ({ cases }) => countOf(cases, "case")),
    room("Experiments", "experiments", experiments, <TestTubeDiagonal aria-hidden />),
    room("Suites", "suites", suites, <ListRestart aria-hidden />, ({ state }) => (state === "active" ? "" : state)),
    room("Judges", "judges", judges, <Gavel aria-hidden />),
    room("Leaderboards", "arena", boards, <Trophy aria-hidden />),
    room(
      "Alerts",
      "alerts",
      alerts?.map((alert) => ({ ...alert, name: `${alert.title} · ${alert.suite_name}` })),
      <Bell aria-hidden />,
      ({ state }) => state,
    ),
    {
      heading: "Models",
      items: (models ?? [])
        .filter(({ name, title }) => `${title} ${name}`.toLowerCase().includes(wanted))
        .map(({ id, name, title, provider, credential_label: key }) => ({
          value: `model-${id}`,
          label: title === name ? title : `${title} (${name})`,
          note: key,
          icon: <ProviderMark provider={provider} size="sm" />,
          href: `${at}/models/${id}`,
        })),
    },
  ].filter(({ items }) => items.length > 0);
}

function fewExperimentsQuery(project: string, search: string) {
  return getQuery(
    [...experimentsKey(project), "few", search],
    "/api/v1/projects/{project}/experiments",
    { path: { project }, query: { limit: FEW, search } },
    { placeholderData: keepPreviousData },
  );
}

function fewSuitesQuery(project: string, search: string) {
  return getQuery(
    [...suitesKey(project), "few", search],
    "/api/v1/projects/{project}/suites",
    { path: { project }, query: { limit: FEW, search } },
    { placeholderData: keepPreviousData },
  );
}

function someBoardsQuery(project: string) {
  return getQuery(["boards", project, "some"], "/api/v1/projects/{project}/boards", {
    path: { project },
    query: { limit: PAGE },
  });
}

function someAlertsQuery(project: string) {
  return getQuery([...alertsKey(project), "some"], "/api/v1/projects/{project}/alerts", {
    path: { project },
    query: { limit: PAGE },
  });
}
