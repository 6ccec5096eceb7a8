import { once } from 'node:events';
import { createGzip } from 'node:zlib';

/** Twenty times the size of published guides; a larger one is imported, but agents cannot scan with it. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Compresses a document as it arrives. */
export class KeptDocument {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private readonly gzip = createGzip().on('data', (chunk: Buffer) => {
    this.bytes += chunk.length;
    if (this.bytes <= MAX_BYTES) this.chunks.push(chunk);
    else this.chunks.length = 0;
  });

  async write(chunk: Uint8Array): Promise<void> {
    if (!this.gzip.write(chunk)) await once(this.gzip, 'drain');
  }

  /** Undefined if it is too large to store. */
  async end(): Promise<Buffer | undefined> {
    const ended = once(this.gzip, 'end');
    this.gzip.end();
    await ended;
    return this.bytes > MAX_BYTES ? undefined : Buffer.concat(this.chunks);
  }

  close(): void {
    this.gzip.destroy();
  }
}
