import { workerData } from 'node:worker_threads';
import { DocumentPort } from '../documents/document-port';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import type { Checklist, ChecklistForm } from './checklist';
import { checklistParser } from './checklist-parser';

const port = new DocumentPort<{ type: 'end' }, { type: 'read'; checklist: Checklist }>(DOCUMENT_LIMITS.processingMs);
const parser = checklistParser((workerData as { form: ChecklistForm }).form, port.checkDeadline);

port.serve({
  write: (bytes) => parser.write(bytes),
  respond: () => ({ reply: { type: 'read', checklist: parser.end() } }),
});
