import path from 'node:path';
import { DOCUMENT_LIMITS, type DocumentLimits } from '../../scap/document-limits';
import { ReaderThread } from '../../scap/reader-thread';
import type { ResultAnswer, ResultQuestion, ResultReaderSettings } from './result-reader-protocol';
import type { ScanResult } from './scan-result';

/** A document that needs more is refused instead of taking the service down with it. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
const IDLE_MS = 60_000;

type Thread = ReaderThread<ResultQuestion, ResultAnswer>;

/**
 * Threads that read results. One that has read a document to its end reads the next one, for a minute: a new thread takes
 * longer to compile its program than to read a result. One that has refused a document, or lost its upload, ends.
 */
export class ResultReaders {
  private readonly idle = new Map<Thread, NodeJS.Timeout>();

  constructor(private readonly limits: DocumentLimits = DOCUMENT_LIMITS) {}

  open(isBzip2: boolean): ResultReader {
    // Of what agents send; the other kind is rare.
    const thread = (isBzip2 ? undefined : this.take()) ?? this.start(isBzip2);
    return new ResultReader(thread, async (hasEnded) => {
      if (hasEnded && !isBzip2 && thread.isSound) this.keep(thread);
      else await thread.close();
    });
  }

  async close(): Promise<void> {
    const threads = [...this.idle.keys()];
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.close()));
  }

  private start(isBzip2: boolean): Thread {
    return new ReaderThread({
      program: path.join(__dirname, 'result-reader.worker'),
      workerData: { limits: this.limits, isBzip2 } satisfies ResultReaderSettings,
      resourceLimits: HEAP,
      answerMs: this.limits.processingMs,
    });
  }

  private take(): Thread | undefined {
    for (const thread of this.idle.keys()) {
      this.forget(thread);
      if (!thread.isSound) continue;
      thread.hold(true);
      return thread;
    }
    return undefined;
  }

  private keep(thread: Thread): void {
    thread.hold(false);
    const timer = setTimeout(() => {
      this.forget(thread);
      void thread.close();
    }, IDLE_MS);
    this.idle.set(thread, timer.unref());
  }

  private forget(thread: Thread): void {
    clearTimeout(this.idle.get(thread));
    this.idle.delete(thread);
  }
}

/**
 * Reads the result of one scan in a worker thread.
 *
 * Shape: write() the document, compressed with bzip2 or not at all, then end(); close() in any case.
 * Every method rejects with the DocumentError that made the thread give up.
 */
export class ResultReader {
  private hasEnded = false;

  constructor(
    private readonly thread: Thread,
    private readonly onClose: (hasEnded: boolean) => Promise<void>,
  ) {}

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    return this.thread.write(chunk);
  }

  /** Undefined when the document is not the result of a scan. */
  async end(): Promise<ScanResult | undefined> {
    const { result } = await this.thread.ask({ type: 'end' });
    this.hasEnded = true;
    return result;
  }

  close(): Promise<void> {
    return this.onClose(this.hasEnded);
  }
}
