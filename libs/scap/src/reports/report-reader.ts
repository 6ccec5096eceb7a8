import path from 'node:path';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import { ReaderThread } from '../documents/reader-thread';
import type { ReadReport } from './report-parser';
import type { ReportForm } from './scanner-report';

/** A document that needs more memory is refused, so that it cannot stop the service. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * Reads one report of a scanner in a thread: write() the document as it arrives, then end(); close() in any case.
 * @throws DocumentError
 */
export class ReportReader {
  private readonly thread: ReaderThread<{ type: 'end' }, { type: 'read'; report: ReadReport }>;

  constructor(form: ReportForm) {
    this.thread = new ReaderThread({
      program: path.join(__dirname, 'report-reader.worker'),
      workerData: { form },
      resourceLimits: HEAP,
      answerMs: DOCUMENT_LIMITS.processingMs,
    });
  }

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    return this.thread.write(chunk);
  }

  async end(): Promise<ReadReport> {
    return (await this.thread.ask({ type: 'end' })).report;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
