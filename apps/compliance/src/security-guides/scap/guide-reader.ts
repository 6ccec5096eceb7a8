import type { ResourceLimits, Worker } from 'node:worker_threads';
import { DocumentError, timedOut, tooComplex } from './document-error';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits';
import type { FromWorker, GuideHead, ToWorker, WorkerSettings } from './guide-reader-protocol';
import { startGuideReaderThread } from './guide-reader-thread';
import type { KnownIds, RowBatch } from './guide-rows';

const MIB = 1024 * 1024;
/** Bytes on their way to the thread before a writer waits. */
const WINDOW_BYTES = 2 * MIB;
/** A document that needs more is refused instead of taking the service down with it. */
const HEAP = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

/**
 * Reads one source datastream in a worker thread.
 *
 * Shape: write() the decoded document, end() once, then rows() once; close() in any case.
 * Every method rejects with the DocumentError that made the thread give up.
 */
export class GuideReader {
  private readonly thread: Worker;
  private bytesUnderway = 0;
  private failure?: Error;
  private roomWanted?: Waiting<void>;
  private answerWanted?: Waiting<FromWorker>;

  constructor(
    private readonly limits: DocumentLimits = DOCUMENT_LIMITS,
    resourceLimits: ResourceLimits = HEAP,
  ) {
    this.thread = startGuideReaderThread({ workerData: { limits } satisfies WorkerSettings, resourceLimits });
    this.thread.on('message', (message: FromWorker) => this.receive(message));
    this.thread.on('error', (error: NodeJS.ErrnoException) => {
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error);
    });
    this.thread.on('exit', () => this.fail(new Error('the reading thread has ended')));
  }

  /** Resolves when there is room for more. */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.failure) throw this.failure;
    // A copy, because the chunk may be a part of a pool that others use.
    const bytes = new Uint8Array(chunk);
    this.bytesUnderway += bytes.length;
    this.post({ type: 'write', bytes }, [bytes.buffer]);
    if (this.bytesUnderway <= WINDOW_BYTES) return;
    await new Promise<void>((resolve, reject) => {
      this.roomWanted = { resolve, reject };
    });
  }

  /** The document is complete: what is it? */
  async end(): Promise<GuideHead> {
    const answer = await this.ask({ type: 'end' });
    if (answer.type !== 'read') throw new Error(`unexpected ${answer.type} from the reading thread`);
    return answer.head;
  }

  /** All rows of the guide; the next batch is made while the caller stores the one before. */
  async *rows(guideId: string, known: KnownIds): AsyncGenerator<RowBatch> {
    let answer = await this.ask({ type: 'rows', guideId, known });
    while (answer.type === 'batch') {
      const next = this.ask({ type: 'next' });
      // The caller may stop before this one is looked at.
      next.catch(() => {});
      yield answer.batch;
      answer = await next;
    }
  }

  async close(): Promise<void> {
    this.thread.removeAllListeners();
    this.fail(new Error('the reader is closed'));
    await this.thread.terminate();
  }

  private ask(question: ToWorker): Promise<FromWorker> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      // The thread watches its own time; this is for work that cannot be interrupted.
      const timer = setTimeout(() => this.fail(timedOut()), this.limits.processingMs);
      const settle = <T>(done: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(timer);
          done(value);
        };
      };
      this.answerWanted = { resolve: settle(resolve), reject: settle(reject) };
      this.post(question);
    });
  }

  private receive(message: FromWorker): void {
    if (message.type === 'refused') return this.fail(new DocumentError(message.kind, message.message));
    if (message.type === 'taken') {
      this.bytesUnderway -= message.byteCount;
      if (this.bytesUnderway > WINDOW_BYTES) return;
      this.roomWanted?.resolve();
      this.roomWanted = undefined;
      return;
    }
    const waiting = this.answerWanted;
    this.answerWanted = undefined;
    waiting?.resolve(message);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.roomWanted?.reject(this.failure);
    this.answerWanted?.reject(this.failure);
    this.roomWanted = undefined;
    this.answerWanted = undefined;
  }

  private post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.thread.postMessage(message, transfer);
  }
}
