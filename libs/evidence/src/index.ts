export { writeCsv } from './csv';
export type {
  DocumentHead,
  EvidenceFigures,
  EvidenceHead,
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
export { writeOscal } from './oscal';
export { writePdf } from './pdf';
export {
  FailingRules,
  type FixKey,
  type FixText,
  type FoundFix,
  keyOf,
  type PlannedFix,
  type RemediationWriter,
  writePlaybook,
  writeShellScript,
} from './remediation';
export { writeSarif } from './sarif';
