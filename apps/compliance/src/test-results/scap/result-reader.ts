import path from 'node:path';
import { DOCUMENT_LIMITS, type DocumentLimits } from '../../scap/document-limits';
import { ReaderThread } from '../../scap/reader-thread';
import type { ResultAnswer, ResultQuestion, ResultReaderSettings } from './result-reader-protocol';
import type { ScanResult } from './scan-result';

/** A document that needs more is refused instead of taking the service down with it. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * Reads the result of one scan in a worker thread.
 *
 * Shape: write() the document, compressed with bzip2 or not at all, then end(); close() in any case.
 * Every method rejects with the DocumentError that made the thread give up.
 */
export class ResultReader {
  private readonly thread: ReaderThread<ResultQuestion, ResultAnswer>;

  constructor(isBzip2: boolean, limits: DocumentLimits = DOCUMENT_LIMITS) {
    this.thread = new ReaderThread({
      program: path.join(__dirname, 'result-reader.worker'),
      workerData: { limits, isBzip2 } satisfies ResultReaderSettings,
      resourceLimits: HEAP,
      answerMs: limits.processingMs,
    });
  }

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    return this.thread.write(chunk);
  }

  /** Undefined when the document is not the result of a scan. */
  async end(): Promise<ScanResult | undefined> {
    return (await this.thread.ask({ type: 'end' })).result;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
