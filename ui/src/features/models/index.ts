export { fewModelsQuery, type ModelFilter, modelQuery } from "./api";
export { type Catalog, reduceCatalog, staleModels } from "./events";
