import type { ProxiedRequest } from './proxy-context';

export interface BodyLimits {
  /** Undefined for a body in chunks. */
  lengthBytes: number | undefined;
  limitBytes: number;
  /** Longest time between two pieces, not counting that in which none was asked for. */
  silenceMs: number;
}

export interface BodyObserver {
  /** Its first bytes are there: a body that came in one piece, one whose pieces are still to be read, or an empty one. */
  begun(body: Buffer | RequestBody | undefined): void;
  tooLarge(): void;
  /** The client sent nothing for too long. */
  silent(): void;
}

/**
 * A body as the client sends it, piece by piece: the client is read from when the piece before was taken, so that
 * nothing gathers here, however slow the service is. What arrives once the request is over is dropped.
 */
export class RequestBody implements AsyncIterable<Buffer> {
  private readonly pieces: Buffer[] = [];
  /** Infinite until a body in chunks has ended. */
  private missingBytes: number;
  private receivedBytes = 0;
  private hasBegun = false;
  private deliver: ((piece: IteratorResult<Buffer, undefined>) => void) | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly request: ProxiedRequest,
    private readonly limits: BodyLimits,
    private readonly observer: BodyObserver,
  ) {
    this.missingBytes = limits.lengthBytes ?? Infinity;
    this.timer = setTimeout(() => this.noticeSilence(), limits.silenceMs);
    request.on('data', (piece: Buffer) => this.take(piece));
    request.on('end', () => this.finish());
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer, undefined> {
    return { next: () => this.next() };
  }

  /** Stops waiting for the client. */
  close(): void {
    clearTimeout(this.timer);
  }

  private take(piece: Buffer): void {
    if (this.request.proxyContext!.isOver) return;
    this.missingBytes -= piece.length;
    this.receivedBytes += piece.length;
    if (this.receivedBytes > this.limits.limitBytes) {
      this.observer.tooLarge();
      return;
    }
    if (this.missingBytes > 0) this.timer.refresh();
    else clearTimeout(this.timer);
    if (this.hasBegun) {
      this.pass(piece);
      return;
    }
    this.hasBegun = true;
    if (this.missingBytes === 0) {
      this.observer.begun(piece);
      return;
    }
    this.keep(piece);
    this.observer.begun(this);
  }

  private pass(piece: Buffer): void {
    if (!this.deliver) {
      this.keep(piece);
      return;
    }
    this.deliver({ value: piece });
    this.deliver = undefined;
  }

  private keep(piece: Buffer): void {
    this.pieces.push(piece);
    this.request.pause();
  }

  private finish(): void {
    if (this.request.proxyContext!.isOver) return;
    this.missingBytes = 0;
    clearTimeout(this.timer);
    if (this.hasBegun) {
      this.deliver?.({ value: undefined, done: true });
      return;
    }
    this.hasBegun = true;
    this.observer.begun(undefined);
  }

  private next(): Promise<IteratorResult<Buffer, undefined>> {
    const piece = this.pieces.shift();
    if (this.pieces.length === 0) this.request.resume();
    if (piece) return Promise.resolve({ value: piece });
    if (this.missingBytes === 0) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => (this.deliver = resolve));
  }

  private noticeSilence(): void {
    // While nothing is asked for, it is the service that is awaited.
    if (this.hasBegun && !this.deliver) this.timer.refresh();
    else this.observer.silent();
  }
}
