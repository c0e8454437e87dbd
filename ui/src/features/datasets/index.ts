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
export { CaseConversation } from "./CaseConversation";
export { CaseEditor } from "./CaseEditor";
export { DatasetPicker } from "./DatasetPicker";
export { valueText } from "./caseText";
export { type DatasetList, reduceDatasets, staleDatasets } from "./events";
export { FirstRows } from "./import/FirstRows";
export { ACCEPTED } from "./import/importFile";
export { uploadFile } from "./import/uploadFile";
export { CaseImportDialog } from "./import/CaseImportDialog";
export { useQuickImport } from "./import/useQuickImport";
export { generationForecastQuery, useGeneration, useKeepQuestions, wordsOf as generationWords } from "./generate/api";
export { priceWords } from "./generate/pricePhrasing";
export { EMPTY_FORM, generationProblems, suggestedName, toWish } from "./generate/generationForm";
export { KINDS, SPLITS } from "./datasetKinds";
export { Difficulty, Tag } from "./DatasetBadges";
export { QUALITY_ORDERS, QUALITY_SHOWN, type QualityPlace, SUSPICIONS } from "./quality/suspicionKinds";
export { REVIEW_ORDERS, type ReviewOrder } from "./review/reviewOrders";
export { TagInput } from "./TagInput";
export { SelectBox } from "./SelectBox";
export { useWide } from "./useWide";
