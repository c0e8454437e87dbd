export { CASE_SORTS, type CaseFilter, type CaseSort, type DatasetFilter, datasetQuery, datasetsKey, fewDatasetsQuery, tagsQuery } from "./api";
export { type DatasetList, reduceDatasets, staleDatasets } from "./events";
export { KINDS, SPLITS } from "./kinds";
export { TagInput } from "./TagInput";
export { SearchField } from "./SearchField";
export { useWide } from "./useWide";
