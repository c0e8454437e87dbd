export {
  may,
  type ProjectChange,
  projectKey,
  projectListQuery,
  projectMetricsQuery,
  projectQuery,
  projectsKey,
  useArchiveProject,
  useDeleteProject,
  useProject,
  useTransferProject,
  useUpdateProject,
} from "./api";
export { needsFreshProject, reduceProject } from "./events";
export { NewProjectOpener } from "./NewProjectOpener";
export { openNewProject } from "./newProjectState";
export { assignableRoles, INVITABLE_ROLES, mayRemove, ROLE_HINTS, ROLES } from "./roles";
export { descriptionSchema, nameSchema } from "./projectFormSchemas";
