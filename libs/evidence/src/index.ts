export { writeCsv } from './csv';
export type {
  DocumentHead,
  EvidenceFigures,
  EvidenceHead,
  EvidencePlan,
  EvidenceResult,
  EvidenceRule,
  EvidenceSystem,
  EvidenceTailoring,
  EvidenceWaiver,
  EvidenceWriter,
  IncludedRules,
  ReadSystems,
} from './evidence';
export { writeHtml } from './html';
export { namedUuid } from './named-uuid';
export { writeOscal } from './oscal';
export { writePdf } from './pdf';
export { writePoamCsv } from './poam-csv';
export { writePoamOscal } from './poam-oscal';
export {
  FailingRules,
  type FixKey,
  type FixText,
  type FoundFix,
  fixKey,
  type PlannedFix,
  type RemediationWriter,
  writePlaybook,
  writeShellScript,
} from './remediation';
export { writeSarif } from './sarif';
export { summaryText } from './texts';
