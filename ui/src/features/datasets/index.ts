export {
  caseQuery,
  CASE_SORTS,
  type CaseFilter,
  type CaseSort,
  type DatasetFilter,
  datasetKey,
  datasetQuery,
  datasetsKey,
  fewDatasetsQuery,
  firstCasesQuery,
  tagsQuery,
  useCreateDataset,
} from "./api";
export { CaseEditor } from "./CaseEditor";
export { DatasetPicker } from "./DatasetPicker";
export { valueText } from "./caseText";
export { type DatasetList, reduceDatasets, staleDatasets } from "./events";
export { FirstRows } from "./import/FirstRows";
export { ACCEPTED } from "./import/files";
export { ImportDialog } from "./import/ImportDialog";
export { useQuickImport } from "./import/useQuickImport";
export { generationForecastQuery, useGeneration, useKeepQuestions, wordsOf as generationWords } from "./generate/api";
export { priceWords } from "./generate/priceWords";
export { EMPTY_FORM, generationProblems, suggestedName, toWish } from "./generate/generationForm";
export { KINDS, SPLITS } from "./kinds";
export { Difficulty, Tag } from "./Marks";
export { QUALITY_ORDERS, QUALITY_SHOWN, type QualityPlace, SUSPICIONS } from "./quality/kinds";
export { REVIEW_ORDERS, type ReviewOrder } from "./review/orders";
export { TagInput } from "./TagInput";
export { SelectBox } from "./SelectBox";
export { SearchField } from "./SearchField";
export { useWide } from "./useWide";
