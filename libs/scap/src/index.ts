export { DocumentError, timedOut, tooLarge } from './documents/document-error';
export { DOCUMENT_LIMITS, DOCUMENT_PATIENCE_MS, type DocumentLimits } from './documents/document-limits';
export { Gunzip } from './documents/gunzip';
export type { GuideHead } from './guides/guide-reader-protocol';
export { GuideReader } from './guides/guide-reader';
export {
  GUIDE_TABLE_COLUMNS,
  type GuideTable,
  type IdentifiedTable,
  type KnownIds,
  type RowBatch,
} from './guides/guide-rows';
export { parseOsMajorVersion } from './guides/os-major-version';
export { ReportReader } from './reports/report-reader';
export { REPORT_LIMITS, type ReportForm } from './reports/scanner-report';
export { ResultReaders } from './results/result-reader';
export type { ScanResult } from './results/scan-result';
export {
  type Checklist,
  CHECKLIST_LIMITS,
  type ChecklistFields,
  type ChecklistForm,
  type ChecklistStatus,
  type ChecklistStig,
  severityOverride,
  textField,
  type WrittenStig,
} from './checklists/checklist';
export { ChecklistReader } from './checklists/checklist-reader';
export { renderCkl, renderCklb } from './checklists/checklist-writer';
