import { workerData } from 'node:worker_threads';
import { DocumentPort } from '../documents/document-port';
import { Gunzip } from '../documents/gunzip';
import type { Compression, ResultReply, ResultQuestion, ResultReaderSettings } from './result-reader-protocol';
import { ScanResultParser } from './scan-result-parser';

const { limits } = workerData as ResultReaderSettings;
const port = new DocumentPort<ResultQuestion, ResultReply>(limits.processingMs);
let parser: ScanResultParser;
let gunzip: Gunzip | undefined;

function begin({ isGzip, isBzip2 }: Compression): void {
  port.renew();
  const next = new ScanResultParser({ isBzip2, limits, checkDeadline: port.checkDeadline });
  parser = next;
  gunzip = isGzip ? new Gunzip((bytes) => next.write(bytes), limits) : undefined;
}

port.serve({
  write: (bytes) => (gunzip ?? parser).write(bytes),
  respond: async (question) => {
    if (question.type === 'begin') {
      begin(question);
      return { reply: { type: 'begun' } };
    }
    await gunzip?.end();
    return { reply: { type: 'read', result: parser.end() } };
  },
});
