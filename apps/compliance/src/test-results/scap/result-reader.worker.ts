import { workerData } from 'node:worker_threads';
import { DocumentPort } from '../../scap/document-port';
import type { ResultAnswer, ResultQuestion, ResultReaderSettings } from './result-reader-protocol';
import { ScanResultParser } from './scan-result-parser';

const { limits, isBzip2 } = workerData as ResultReaderSettings;
const port = new DocumentPort<ResultQuestion, ResultAnswer>(limits.processingMs);
const parser = new ScanResultParser({ isBzip2, limits, checkDeadline: port.checkDeadline });
port.serve({
  write: (bytes) => parser.write(bytes),
  answer: () => ({ answer: { type: 'read', result: parser.end() } }),
});
