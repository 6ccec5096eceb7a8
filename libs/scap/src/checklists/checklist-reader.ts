import path from 'node:path';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import { ReaderThread } from '../documents/reader-thread';
import type { Checklist, ChecklistForm } from './checklist';

/** A document that needs more memory is refused, so that it cannot stop the service. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * Reads one checklist in a thread: write() the document as it arrives, then end(); close() in any case.
 * @throws DocumentError
 */
export class ChecklistReader {
  private readonly thread: ReaderThread<{ type: 'end' }, { type: 'read'; checklist: Checklist }>;

  constructor(form: ChecklistForm) {
    this.thread = new ReaderThread({
      program: path.join(__dirname, 'checklist-reader.worker'),
      workerData: { form },
      resourceLimits: HEAP,
      replyMs: DOCUMENT_LIMITS.processingMs,
    });
  }

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    return this.thread.write(chunk);
  }

  async end(): Promise<Checklist> {
    return (await this.thread.ask({ type: 'end' })).checklist;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
