/**
 * One event, all the places of the cache it touches: by a pure reducer where the event says enough,
 * else by reading again.
 */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ActivityPage, CredentialPage, MemberPage, Project, ProjectEvent } from "@/api/types";
import { activityKey, reduceFeed } from "@/features/audit/activity";
import { staleAlerts } from "@/features/alerts";
import { staleQueues } from "@/features/annotations";
import { staleBoards } from "@/features/arena";
import { auditKey } from "@/features/audit";
import { staleChannels } from "@/features/channels";
import { staleComments } from "@/features/comments";
import { credentialsKey, modelsKey, needsFreshCredentials, reduceCredentials } from "@/features/models/credentials";
import { type DatasetList, datasetsKey, reduceDatasets, staleDatasets } from "@/features/datasets";
import { staleExperiments } from "@/features/experiments";
import { staleHome } from "@/features/home";
import { invitesKey } from "@/features/people/invites";
import { staleJudges } from "@/features/judging";
import { staleMonitors } from "@/features/monitoring";
import { membersKey, needsFreshMembers, reduceMembers } from "@/features/people/members";
import { type Catalog, reduceCatalog, staleModels } from "@/features/models";
import { type PromptList, promptsKey, reducePrompts, stalePrompts } from "@/features/prompts";
import { stalePromotions } from "@/features/promotions";
import { needsFreshProject, projectKey, projectsKey, reduceProject } from "@/features/people/projects";
import { staleReports } from "@/features/reports";
import { staleRuns } from "@/features/runs";
import { staleSuites } from "@/features/suites";
import { tokensKey } from "@/features/people/tokens";
import { triesKey } from "@/features/models/playground";

export function applyProjectEvent(cache: QueryClient, project: string, event: ProjectEvent): void {
  cache.setQueryData<InfiniteData<ActivityPage, string | null>>(
    activityKey(project),
    (feed) => feed && reduceFeed(feed, event),
  );
  cache.setQueryData<Project>(projectKey(project), (known) => known && reduceProject(known, event));
  cache.setQueriesData<MemberPage>({ queryKey: membersKey(project) }, (page) => page && reduceMembers(page, event));
  cache.setQueriesData<CredentialPage>(
    { queryKey: credentialsKey(project) },
    (page) => page && reduceCredentials(page, event),
  );
  cache.setQueriesData<Catalog>(
    { queryKey: modelsKey(project), predicate: ({ queryKey }) => queryKey[2] !== "few" },
    (list) => list && reduceCatalog(list, event),
  );
  cache.setQueriesData<PromptList>(
    { queryKey: promptsKey(project), predicate: ({ queryKey }) => queryKey[2] !== "few" },
    (list) => list && reducePrompts(list, event),
  );
  cache.setQueriesData<DatasetList>(
    { queryKey: datasetsKey(project), predicate: ({ queryKey }) => queryKey[2] !== "few" },
    (list) => list && reduceDatasets(list, event),
  );

  for (const queryKey of staleAfter(project, event)) void cache.invalidateQueries({ queryKey });
}

/** What has to be read again because the event does not carry all the facts. Pure. */
export function staleAfter(project: string, event: ProjectEvent): (readonly unknown[])[] {
  const keys: (readonly unknown[])[] = [auditKey(project)];
  if (needsFreshProject(event)) keys.push(projectKey(project), projectsKey);
  if (needsFreshMembers(event)) keys.push(membersKey(project));
  // Someone who joins may have answered an invite.
  if (event.type.startsWith("invite.") || event.type === "member.added") keys.push(invitesKey(project));
  if (event.type.startsWith("token.")) keys.push(tokensKey(project));
  if (needsFreshCredentials(event)) keys.push(credentialsKey(project));
  if (event.type === "try.finished") keys.push(triesKey(project));
  keys.push(...stalePrompts(project, event));
  keys.push(...stalePromotions(project, event));
  keys.push(...staleDatasets(project, event));
  keys.push(...staleRuns(project, event));
  keys.push(...staleJudges(project, event));
  keys.push(...staleQueues(project, event));
  keys.push(...staleBoards(project, event));
  keys.push(...staleModels(project, event));
  keys.push(...staleExperiments(project, event));
  keys.push(...staleMonitors(project, event));
  keys.push(...staleAlerts(project, event));
  keys.push(...staleChannels(project, event));
  keys.push(...staleSuites(project, event));
  keys.push(...staleReports(project, event));
  keys.push(...staleHome(project, event));
  keys.push(...staleComments(project, event));
  return keys;
}
