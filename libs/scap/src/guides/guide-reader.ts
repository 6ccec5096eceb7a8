import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ResourceLimits } from 'node:worker_threads';
import { DOCUMENT_LIMITS, type DocumentLimits } from '../documents/document-limits';
import { ReaderThread } from '../documents/reader-thread';
import type { GuideReply, GuideHead, GuideQuestion, GuideReaderSettings } from './guide-reader-protocol';
import type { KnownIds, RowBatch } from './guide-rows';

/** A document that needs more memory is refused, so that it cannot stop the service. */
const HEAP = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 8 };
/**
 * Holds most guides. A guide that is already stored is recognised by its digest once it has arrived, however far the
 * thread is: 24 MB then take a tenth of a second instead of seven.
 */
const READ_AHEAD_BYTES = 32 * 1024 * 1024;

/**
 * Reads one source datastream in a worker thread. Call write() for the decoded document, sha256() or end() once each,
 * then rows() once; close() in any case. Every method rejects with the DocumentError that stopped the thread.
 */
export class GuideReader {
  private readonly digest = createHash('sha256');
  private readonly thread: ReaderThread<GuideQuestion, GuideReply>;

  constructor(limits: DocumentLimits = DOCUMENT_LIMITS, resourceLimits: ResourceLimits = HEAP) {
    this.thread = new ReaderThread({
      program: path.join(__dirname, 'guide-reader.worker'),
      workerData: { limits } satisfies GuideReaderSettings,
      resourceLimits,
      replyMs: limits.processingMs,
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

  /** Completes the document, and returns facts about it. */
  async end(): Promise<GuideHead> {
    const response = await this.thread.ask({ type: 'end' });
    if (response.type !== 'read') throw new Error(`unexpected ${response.type} from the reading thread`);
    return response.head;
  }

  /** All rows of the guide; the next batch is created while the caller stores the previous one. */
  async *rows(guideId: string, known: KnownIds): AsyncGenerator<RowBatch> {
    let response = await this.thread.ask({ type: 'rows', guideId, known });
    while (response.type === 'batch') {
      const next = this.thread.ask({ type: 'next' });
      // The caller may stop before this batch is read.
      next.catch(() => {});
      yield response.batch;
      response = await next;
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
