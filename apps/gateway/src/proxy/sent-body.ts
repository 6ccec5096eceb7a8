import type { ProxiedRequest } from './proxy-context';
import { countPassed } from './passed-bytes';

/** What becomes of a body on its way. */
export interface BodyObserver {
  /** Its first bytes are there: a body that came in one piece, or one whose pieces are still to be asked for. */
  begun(body: Buffer | SentBody): void;
  /** The client was awaited for as long as may be. */
  silent(): void;
}

/**
 * A body of announced length as the client sends it, piece by piece: the client is read from when the piece before was
 * taken, so that nothing gathers here, however slow the service is. What arrives once the request is over is dropped.
 */
export class SentBody implements AsyncIterable<Buffer> {
  private readonly pieces: Buffer[] = [];
  private missingBytes: number;
  private hasBegun = false;
  private deliver: ((piece: IteratorResult<Buffer, undefined>) => void) | undefined;
  private readonly timer: NodeJS.Timeout;

  /** @param silenceMs longest time between two pieces, not counting that in which none was asked for */
  constructor(
    private readonly request: ProxiedRequest,
    { lengthBytes, silenceMs }: { lengthBytes: number; silenceMs: number },
    private readonly observer: BodyObserver,
  ) {
    this.missingBytes = lengthBytes;
    this.timer = setTimeout(() => this.noticeSilence(), silenceMs);
    request.on('data', (piece: Buffer) => this.take(piece));
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer, undefined> {
    return { next: () => this.next() };
  }

  /** The request is over, whatever is still to come. */
  leave(): void {
    clearTimeout(this.timer);
  }

  private take(piece: Buffer): void {
    const { proxyContext: context } = this.request;
    if (context!.isOver) return;
    this.missingBytes -= piece.length;
    if (this.missingBytes > 0) this.timer.refresh();
    else clearTimeout(this.timer);
    if (!this.hasBegun) {
      this.hasBegun = true;
      if (this.missingBytes === 0) {
        this.observer.begun(piece);
        return;
      }
      this.pieces.push(piece);
      this.request.pause();
      this.observer.begun(this);
      return;
    }
    countPassed(piece.length);
    if (this.deliver) {
      this.deliver({ value: piece });
      this.deliver = undefined;
    } else {
      this.pieces.push(piece);
      this.request.pause();
    }
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
