import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ResourceLimits } from 'node:worker_threads';
import { DOCUMENT_LIMITS, type DocumentLimits } from '../documents/document-limits';
import { ReaderThread } from '../documents/reader-thread';
import type { GuideAnswer, GuideHead, GuideQuestion, GuideReaderSettings } from './guide-reader-protocol';
import type { KnownIds, RowBatch } from './guide-rows';

/** A document that needs more is refused instead of taking the service down with it. */
const HEAP = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 8 };
/**
 * Most guides fit. A stored one is recognised by its digest as soon as it has arrived, however far the thread is: 24 MB
 * again take a tenth of a second instead of seven.
 */
const READ_AHEAD_BYTES = 32 * 1024 * 1024;

/**
 * Reads one source datastream in a worker thread.
 *
 * Shape: write() the decoded document, sha256() or end() once each, then rows() once; close() in any case.
 * Every method rejects with the DocumentError that made the thread give up.
 */
export class GuideReader {
  private readonly digest = createHash('sha256');
  private readonly thread: ReaderThread<GuideQuestion, GuideAnswer>;

  constructor(limits: DocumentLimits = DOCUMENT_LIMITS, resourceLimits: ResourceLimits = HEAP) {
    this.thread = new ReaderThread({
      program: path.join(__dirname, 'guide-reader.worker'),
      workerData: { limits } satisfies GuideReaderSettings,
      resourceLimits,
      answerMs: limits.processingMs,
      windowBytes: READ_AHEAD_BYTES,
    });
  }

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    this.digest.update(chunk);
    return this.thread.write(chunk);
  }

  /** Digest of everything written, 64 hex digits. */
  sha256(): string {
    return this.digest.digest('hex');
  }

  /** The document is complete: what is it? */
  async end(): Promise<GuideHead> {
    const answer = await this.thread.ask({ type: 'end' });
    if (answer.type !== 'read') throw new Error(`unexpected ${answer.type} from the reading thread`);
    return answer.head;
  }

  /** All rows of the guide; the next batch is made while the caller stores the one before. */
  async *rows(guideId: string, known: KnownIds): AsyncGenerator<RowBatch> {
    let answer = await this.thread.ask({ type: 'rows', guideId, known });
    while (answer.type === 'batch') {
      const next = this.thread.ask({ type: 'next' });
      // The caller may stop before this one is read.
      next.catch(() => {});
      yield answer.batch;
      answer = await next;
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
