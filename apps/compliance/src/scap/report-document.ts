import { DOCUMENT_LIMITS, REPORT_LIMITS, type ReportForm, ReportReader, type ScanResult } from '@wardstone/scap';
import { readDocument } from './document-reading';
import type { DocumentSource } from './document-stream';

const LIMITS = { ...DOCUMENT_LIMITS, rawBytes: REPORT_LIMITS.rawBytes, decodedBytes: REPORT_LIMITS.decodedBytes };

/**
 * The rules of a scanner's report as XCCDF (rule scap-9).
 * @throws invalid_document, payload_too_large, processing_timed_out
 */
export const readReportedGuide = (source: DocumentSource, form: ReportForm): Promise<Uint8Array> =>
  readReport(source, form, (reader) => reader.readGuide());

/**
 * The result of a scanner's report (rule scap-9).
 * @throws invalid_document, payload_too_large, processing_timed_out
 */
export const readReportedResult = (source: DocumentSource, form: ReportForm): Promise<ScanResult> =>
  readReport(source, form, (reader) => reader.readResult());

function readReport<T>(
  source: DocumentSource,
  form: ReportForm,
  end: (reader: ReportReader) => Promise<T>,
): Promise<T> {
  const reader = new ReportReader(form);
  const whole = {
    write: (chunk: Uint8Array) => reader.write(chunk),
    end: () => end(reader),
    close: () => reader.close(),
  };
  return readDocument(whole, source, LIMITS);
}
