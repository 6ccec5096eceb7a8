import { workerData } from 'node:worker_threads';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import { DocumentPort } from '../documents/document-port';
import { type ReadReport, ReportParser } from './report-parser';
import type { ReportForm } from './scanner-report';

const port = new DocumentPort<{ type: 'end' }, { type: 'read'; report: ReadReport }>(DOCUMENT_LIMITS.processingMs);
const parser = new ReportParser((workerData as { form: ReportForm }).form);

port.serve({
  write: (bytes) => parser.write(bytes),
  answer: () => ({ answer: { type: 'read', report: parser.end() } }),
});
