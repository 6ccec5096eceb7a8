import { workerData } from 'node:worker_threads';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import { DocumentPort } from '../documents/document-port';
import { ReportParser } from './report-parser';
import type { ReportAnswer, ReportQuestion } from './report-reader';
import type { ReportForm } from './scanner-report';

const port = new DocumentPort<ReportQuestion, ReportAnswer>(DOCUMENT_LIMITS.processingMs);
const parser = new ReportParser((workerData as { form: ReportForm }).form);

port.serve({
  write: (bytes) => parser.write(bytes),
  respond: ({ type }) => {
    const read = parser.end();
    if (type === 'result') return { reply: { type, result: read.result } };
    const xccdf = new TextEncoder().encode(read.guide);
    return { reply: { type, xccdf }, transfer: [xccdf.buffer] };
  },
});
