import { workerData } from 'node:worker_threads';
import { DocumentPort } from '../../scap/document-port';
import type { ResultAnswer, ResultQuestion, ResultReaderSettings } from './result-reader-protocol';
import { ScanResultParser } from './scan-result-parser';

const { limits, isBzip2 } = workerData as ResultReaderSettings;
const port = new DocumentPort<ResultQuestion, ResultAnswer>(limits.processingMs);
const newParser = (): ScanResultParser => new ScanResultParser({ isBzip2, limits, checkDeadline: port.checkDeadline });
let parser = newParser();
port.serve({
  write: (bytes) => parser.write(bytes),
  answer: () => {
    const result = parser.end();
    parser = newParser();
    port.renew();
    return { answer: { type: 'read', result } };
  },
});
