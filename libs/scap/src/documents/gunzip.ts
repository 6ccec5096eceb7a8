import { once } from 'node:events';
import { createGunzip } from 'node:zlib';
import { DocumentError, tooLarge } from './document-error';
import type { DocumentLimits } from './document-limits';

const CHUNK_BYTES = 64 * 1024;

/**
 * Decompresses gzip in a stream, within the limits of rule scap-3: write() any number of times, then end(); close() in
 * any case.
 * @throws DocumentError, and what `take` throws
 */
export class Gunzip {
  private readonly gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  private readonly taken: Promise<void>;
  private rawBytes = 0;
  private decodedBytes = 0;

  constructor(
    private readonly take: (chunk: Uint8Array) => unknown,
    private readonly limits: Readonly<DocumentLimits>,
  ) {
    this.taken = this.takeAll();
    // The next call throws the error.
    this.taken.catch(() => {});
  }

  /** Resolves when there is room for more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.rawBytes += bytes.length;
    if (this.gunzip.write(bytes)) return;
    await Promise.race([this.taken, once(this.gunzip, 'drain').catch(() => this.taken)]);
  }

  /** Resolves when everything is processed. */
  async end(): Promise<void> {
    this.gunzip.end();
    await this.taken;
  }

  close(): void {
    this.gunzip.destroy();
  }

  private async takeAll(): Promise<void> {
    const { decodedBytes, gzipRatioFromBytes, gzipRatio } = this.limits;
    try {
      for await (const chunk of this.gunzip as AsyncIterable<Buffer>) {
        this.decodedBytes += chunk.length;
        const isInflated = this.decodedBytes > gzipRatioFromBytes && this.decodedBytes > this.rawBytes * gzipRatio;
        if (this.decodedBytes > decodedBytes || isInflated) throw tooLarge();
        await this.take(chunk);
      }
    } catch (error) {
      throw isZlibError(error) ? new DocumentError('invalid', 'not a gzip stream') : error;
    }
  }
}

const isZlibError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code));
