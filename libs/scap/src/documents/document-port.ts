import { type MessagePort, parentPort } from 'node:worker_threads';
import { DocumentError, timedOut } from './document-error';
import type { Receipt, Write } from './reader-thread';

interface Reply<Answer> {
  reply: Answer;
  transfer?: ArrayBuffer[];
}

/** How a thread processes a document; `checkDeadline` throws when its time is up. */
export interface DocumentHandlers<Question, Answer> {
  write(bytes: Uint8Array): void | Promise<void>;
  /** Buffers in `transfer` are moved instead of copied. */
  respond(question: Question): Reply<Answer> | Promise<Reply<Answer>>;
}

/**
 * The thread's side of a ReaderThread: responds to every message in order, and refuses the document with the first
 * DocumentError. Only processing counts against the deadline, not waiting for the upload.
 */
export class DocumentPort<Question extends { type: string }, Answer extends { type: string }> {
  private readonly port = requirePort();
  private busyMs = 0;
  private startedMs = 0;
  private isRefused = false;
  private handlers?: DocumentHandlers<Question, Answer>;

  constructor(private readonly processingMs: number) {}

  serve(handlers: DocumentHandlers<Question, Answer>): void {
    this.handlers = handlers;
    let handled = Promise.resolve();
    this.port.on('message', (message: Question | Write) => {
      handled = handled.then(() => this.receive(message));
    });
  }

  /** @throws DocumentError when all the time is used up */
  readonly checkDeadline = (): void => {
    if (this.busyMs + performance.now() - this.startedMs > this.processingMs) throw timedOut();
  };

  /** The message starts another document, which gets a new deadline. */
  renew(): void {
    this.busyMs = 0;
    this.startedMs = performance.now();
  }

  private async receive(message: Question | Write): Promise<void> {
    // Ignores input that was sent before the document was refused.
    if (this.isRefused) return;
    this.startedMs = performance.now();
    try {
      await this.handle(message);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      this.isRefused = true;
      this.send({ type: 'refused', kind: error.kind, message: error.message });
    }
    this.busyMs += performance.now() - this.startedMs;
  }

  private async handle(message: Question | Write): Promise<void> {
    if (isWrite(message)) {
      await this.handlers!.write(message.bytes);
      return this.send({ type: 'taken', byteCount: message.bytes.length });
    }
    const { reply: response, transfer } = await this.handlers!.respond(message);
    this.send(response, transfer);
  }

  private send(message: Answer | Receipt, transfer: ArrayBuffer[] = []): void {
    this.port.postMessage(message, transfer);
  }
}

function isWrite(message: { type: string }): message is Write {
  return message.type === 'write';
}

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('this is a worker thread, not a program');
  return parentPort;
}
