export { AddModels } from "./AddModels";
export { credentialListQuery, credentialsKey, modelsKey, providersQuery } from "./api";
export { needsFreshCredentials, reduceCredentials } from "./events";
