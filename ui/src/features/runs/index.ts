export {
  type Move,
  type WantedNextRun,
  reportKey,
  reportQuery,
  type RunFilter,
  runKey,
  runListQuery,
  runsKey,
  scorerKindsQuery,
  forecastQuery,
  nextRunQuery,
  promptChoicesQuery,
  useMoveRun,
  useRepeatCells,
  useStartRun,
} from "./api";
export { useFailingCells } from "./assist/failingCells";
export { GenerateCasesDialog } from "./assist/GenerateCasesDialog";
export { SuggestScorersDialog } from "./assist/SuggestScorersDialog";
export { staleRuns } from "./events";
export { forecastWords } from "./form/ForecastPanel";
export {
  combinations,
  GRID_HINTS,
  GRID_LABELS,
  GRID_NAMES,
  gridProblems,
  type GridValues,
  toGrid,
} from "./form/parameterGrid";
export { dedupe, problemsOf } from "./form/startProblems";
export {
  type ChosenModel,
  EMPTY_RUN,
  formOfRun,
  newKey,
  problemAt,
  problemsToMark,
  chosenScorers,
  type RunForm,
  type RunProblem,
  type ScorerPart,
  type TargetPart,
  toOrder,
  typedProblems,
} from "./form/runForm";
export { specProblems } from "./form/schemaFields";
export { ScorerList, ScorerSection } from "./form/ScorerSection";
export { ModelPicker, TargetRow, TargetSection } from "./form/TargetSection";
export { DatasetSection } from "./form/DatasetSection";
export { ForecastLine, ForecastNumbers } from "./form/ForecastPanel";
export { RunProblemList } from "./form/RunProblemList";
export { RunFormSection } from "./form/RunFormSection";
export { VersionSection } from "./form/VersionSection";
export { CaseCell } from "./grid/CaseCell";
export { CellBody } from "./grid/CellBody";
export { CellSheet } from "./grid/CellSheet";
export { ColumnHead, ModelName } from "./grid/ColumnHead";
export { cellQuery, putCells, rowPageQuery } from "./grid/gridApi";
export { useFlagCell, useGradeCell } from "./grid/marksApi";
export { GridFilters } from "./grid/GridFilters";
export { RowKindLinks } from "./grid/RowKindLinks";
export { PlainRowHead } from "./grid/PlainRowHead";
export type { CellProps, GridColumn, RowHeadProps, RowLook } from "./grid/gridTypes";
export { ResultsGrid } from "./grid/ResultsGrid";
export { SafetyBadge } from "./grid/SafetyBadge";
export { categoryName, violationsOf } from "./grid/violations";
export { rowName } from "./grid/rowName";
export { cellTint } from "./grid/cellTint";
export { type RowSource, useGridRows } from "./grid/useGridRows";
export {
  filterOf,
  inPlainOrder,
  isFiltered,
  orderOf,
  ROW_KINDS,
  ROW_SORTS,
  ROW_STATES,
  type WantedRows,
} from "./grid/rowFilter";
export { RunBudgetDialog } from "./live/RunBudgetDialog";
export { CancelRunDialog } from "./live/CancelRunDialog";
export { RunBanner } from "./live/RunBanner";
export { RunHeader } from "./live/RunHeader";
export { throttled } from "./live/throttle";
export { useSecondsSince } from "./live/useSecondsSince";
export { useRunLive } from "./live/useRunLive";
export { ProgressBar } from "./ProgressBar";
export { JudgeRow } from "./score/JudgeRow";
export { markers } from "./score/scoreChoice";
export { ScoreDialog } from "./score/ScoreDialog";
export { scoreReason } from "./score/scoreReason";
export { ScoreRunButton } from "./score/ScoreRunButton";
export { ScorersForecast } from "./score/ScorersForecast";
export { RunTabs } from "./RunTabs";
export {
  CELL_WORDS,
  GROUP_NAMES,
  idleWords,
  isWorking,
  mayCancel,
  mayGoOn,
  mayPause,
  spentOf,
  totalsOf,
} from "./runStates";
export { RunStateChip } from "./RunStateChip";
export { columnName, duration, parameterWords, roughly, scoreText, versionWords } from "./runPhrasing";
