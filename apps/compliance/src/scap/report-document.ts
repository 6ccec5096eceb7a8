import { DOCUMENT_LIMITS, type ReadReport, REPORT_LIMITS, type ReportForm, ReportReader } from '@wardstone/scap';
import { readDocument } from './document-reading';
import type { DocumentSource } from './document-stream';

const LIMITS = { ...DOCUMENT_LIMITS, rawBytes: REPORT_LIMITS.rawBytes, decodedBytes: REPORT_LIMITS.decodedBytes };

/**
 * Reads the report of a scanner (rule scap-9).
 * @throws invalid_document, payload_too_large, processing_timed_out
 */
export const readReport = (source: DocumentSource, form: ReportForm): Promise<ReadReport> =>
  readDocument(new ReportReader(form), source, LIMITS);
