import path from 'node:path';
import { DOCUMENT_LIMITS, type DocumentLimits } from '../documents/document-limits';
import { ReaderThread } from '../documents/reader-thread';
import type { Compression, ResultReply, ResultQuestion, ResultReaderSettings } from './result-reader-protocol';
import type { ScanResult } from './scan-result';

/** A document that needs more memory is refused, so that it cannot stop the service. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
const IDLE_MS = 60_000;

type Thread = ReaderThread<ResultQuestion, ResultReply>;

/**
 * Threads that read results. A thread that has read a complete document waits a minute for the next one, because
 * compiling its program takes longer than reading a result. A thread that refused a document, or lost its upload, ends.
 */
export class ResultReaders {
  private readonly idle = new Map<Thread, NodeJS.Timeout>();

  constructor(private readonly limits: DocumentLimits = DOCUMENT_LIMITS) {}

  open(): ResultReader {
    const thread = this.take() ?? this.start();
    return new ResultReader(thread, async (hasEnded) => {
      if (hasEnded && thread.isSound) this.keep(thread);
      else await thread.close();
    });
  }

  async close(): Promise<void> {
    const threads = [...this.idle.keys()];
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.close()));
  }

  private start(): Thread {
    return new ReaderThread({
      program: path.join(__dirname, 'result-reader.worker'),
      workerData: { limits: this.limits } satisfies ResultReaderSettings,
      resourceLimits: HEAP,
      replyMs: this.limits.processingMs,
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
 * Reads the result of one scan in a worker thread, which also decompresses it, so that the main thread need not collect
 * the garbage. Call begin(), write() for the document as it arrives, then end(); close() in any case. Every method
 * rejects with the DocumentError that stopped the thread.
 */
export class ResultReader {
  private hasEnded = false;

  constructor(
    private readonly thread: Thread,
    private readonly onClose: (hasEnded: boolean) => Promise<void>,
  ) {}

  async begin({ isGzip, isBzip2 }: Compression): Promise<void> {
    await this.thread.ask({ type: 'begin', isGzip, isBzip2 });
  }

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    return this.thread.write(chunk);
  }

  /** Undefined if the document is not the result of a scan. */
  async end(): Promise<ScanResult | undefined> {
    const response = await this.thread.ask({ type: 'end' });
    if (response.type !== 'read') throw new Error(`unexpected ${response.type} from the reading thread`);
    this.hasEnded = true;
    return response.result;
  }

  close(): Promise<void> {
    return this.onClose(this.hasEnded);
  }
}
