import { type ResourceLimits, Worker } from 'node:worker_threads';
import { DocumentError, type DocumentErrorKind, timedOut, tooComplex } from './document-error';
import { threadFile } from './thread-file';

const MIB = 1024 * 1024;
const WINDOW_BYTES = 2 * MIB;

/** Messages to every thread, in addition to its own requests. */
export type Write = { type: 'write'; bytes: Uint8Array };

/** Responses of every thread, one per message, in addition to its own results. */
export type Receipt =
  | { type: 'taken'; byteCount: number }
  | { type: 'refused'; kind: DocumentErrorKind; message: string };

/** The thread to start, and its settings. */
export interface ThreadSettings {
  /** Path of the thread's program, without extension. */
  program: string;
  workerData: unknown;
  resourceLimits: ResourceLimits;
  /** Timeout of a response. */
  replyMs: number;
  /** Number of bytes in transit to the thread before a writer waits. */
  windowBytes?: number;
}

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

/**
 * A thread that reads one document after another. Call write() for the document, then ask() questions one after the
 * other, and close() in any case. Every method rejects with the DocumentError that stopped the thread.
 */
export class ReaderThread<Question extends { type: string }, Answer extends { type: string }> {
  private readonly thread: Worker;
  private readonly windowBytes: number;
  private bytesUnderway = 0;
  private failure?: Error;
  private roomWanted?: Waiting<void>;
  private waiting?: Waiting<Answer>;

  constructor(private readonly settings: ThreadSettings) {
    const { program, workerData, resourceLimits, windowBytes = WINDOW_BYTES } = settings;
    this.windowBytes = windowBytes;
    this.thread = new Worker(threadFile(program), { workerData, resourceLimits });
    this.thread.on('message', (message: Receipt | Answer) => this.receive(message));
    this.thread.on('error', (error: NodeJS.ErrnoException) => {
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error);
    });
    this.thread.on('exit', () => this.fail(new Error('the reading thread has ended')));
  }

  /** Resolves when there is room for more. */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.failure) throw this.failure;
    // Copied, because the chunk may belong to a shared pool.
    const bytes = new Uint8Array(chunk);
    this.bytesUnderway += bytes.length;
    this.post({ type: 'write', bytes }, [bytes.buffer]);
    if (this.bytesUnderway <= this.windowBytes) return;
    await new Promise<void>((resolve, reject) => {
      this.roomWanted = { resolve, reject };
    });
  }

  ask(question: Question): Promise<Answer> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      // The thread limits its own time; this timeout is for work that cannot be interrupted.
      const timer = setTimeout(() => this.fail(timedOut()), this.settings.replyMs);
      const settle = <T>(done: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(timer);
          done(value);
        };
      };
      this.waiting = { resolve: settle(resolve), reject: settle(reject) };
      this.post(question);
    });
  }

  /** Whether the thread can read another document. */
  get isSound(): boolean {
    return this.failure === undefined && this.bytesUnderway === 0;
  }

  /** Whether the thread keeps the process alive; an idle one does not. */
  hold(isHeld: boolean): void {
    if (isHeld) this.thread.ref();
    else this.thread.unref();
  }

  async close(): Promise<void> {
    this.thread.removeAllListeners();
    this.fail(new Error('the reader is closed'));
    await this.thread.terminate();
  }

  private receive(message: Receipt | Answer): void {
    if (isReceipt(message)) return this.note(message);
    const waiting = this.waiting;
    this.waiting = undefined;
    waiting?.resolve(message);
  }

  private note(receipt: Receipt): void {
    if (receipt.type === 'refused') return this.fail(new DocumentError(receipt.kind, receipt.message));
    this.bytesUnderway -= receipt.byteCount;
    if (this.bytesUnderway > this.windowBytes) return;
    this.roomWanted?.resolve();
    this.roomWanted = undefined;
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.roomWanted?.reject(this.failure);
    this.waiting?.reject(this.failure);
    this.roomWanted = undefined;
    this.waiting = undefined;
  }

  private post(message: Question | Write, transfer: ArrayBuffer[] = []): void {
    this.thread.postMessage(message, transfer);
  }
}

function isReceipt(message: { type: string }): message is Receipt {
  return message.type === 'taken' || message.type === 'refused';
}
