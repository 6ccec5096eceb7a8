import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ScanOrder } from '../domain/scan-order';
import { getErrorMessage, type ServerApi, Unreachable } from '../server/server-api';

/** Maximum size of a guide, as in the service. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 10;
const FETCH_MS = 300_000;
/** Longer than an attribute with a profile id. */
const OVERLAP = 1024;

/** The digest of a document differs from the one that the server stated. */
export class WrongDocument extends Error {}

/** Guides and tailorings on disk, named by their digest, which is checked before every use. */
export class ScanDocuments {
  constructor(
    private readonly server: ServerApi,
    private readonly folder: string,
    private readonly mostBytes = MAX_BYTES,
  ) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Paths of the documents. @throws Unreachable, WrongDocument */
  async fetch(order: ScanOrder, signal: AbortSignal): Promise<{ guide: string; tailoring: string | undefined }> {
    const guide = await this.fetchOne(order, 'guide', order.guide, signal);
    const { tailoring: digest } = order;
    const tailoring = digest === undefined ? undefined : await this.fetchOne(order, 'tailoring', digest, signal);
    this.forgetOthers([guide, tailoring]);
    return { guide, tailoring };
  }

  private async fetchOne(
    { id }: ScanOrder,
    kind: 'guide' | 'tailoring',
    digest: string,
    signal: AbortSignal,
  ): Promise<string> {
    const file = path.join(this.folder, `${digest}.xml`);
    if (fs.existsSync(file) && (await toDigest(file)) === digest) {
      fs.utimesSync(file, new Date(), new Date());
      return file;
    }
    const partial = `${file}.partial`;
    let refusal: WrongDocument | undefined;
    const response = await this.server.request('GET', `/api/compliance/v2/agent/scans/${id}/${kind}`, {
      signal,
      waitMs: FETCH_MS,
      into: async (body) => {
        refusal = await this.store(body, partial, kind === 'guide');
      },
    });
    if (refusal) throw refusal;
    if (response.status !== 200) throw new Unreachable(getErrorMessage(response));
    if ((await toDigest(partial)) !== digest)
      throw new WrongDocument(`the ${kind} that the server sent has another digest than the order`);
    fs.renameSync(partial, file);
    return file;
  }

  /** Stores the document; returns the problem, or undefined on success. */
  private async store(body: Readable, file: string, isGzip: boolean): Promise<WrongDocument | undefined> {
    const { mostBytes } = this;
    let bytes = 0;
    const bounded = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > mostBytes) throw new WrongDocument(`the server sent more than ${mostBytes} bytes`);
        yield chunk;
      }
    };
    const target = fs.createWriteStream(file, { mode: 0o600 });
    try {
      if (isGzip) await pipeline(body, createGunzip(), bounded, target);
      else await pipeline(body, bounded, target);
      return undefined;
    } catch (error) {
      if (error instanceof WrongDocument) return error;
      if (/^Z_/.test(String((error as { code?: unknown }).code)))
        return new WrongDocument('the guide is not compressed');
      throw error;
    }
  }

  private forgetOthers(used: readonly (string | undefined)[]): void {
    const files = fs.readdirSync(this.folder).map((name) => path.join(this.folder, name));
    const others = files
      .filter((file) => !used.includes(file))
      .map((file) => ({ file, at: fs.statSync(file).mtimeMs }));
    others.sort((a, b) => b.at - a.at);
    for (const { file } of others.slice(MAX_FILES - used.length)) fs.rmSync(file, { force: true });
  }
}

async function toDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

/** Whether one of the documents has a profile with this id. */
export async function hasProfile(files: readonly (string | undefined)[], profile: string): Promise<boolean> {
  for (const file of files) {
    let rest = '';
    for await (const chunk of file === undefined ? [] : fs.createReadStream(file, 'latin1')) {
      const text = rest + (chunk as string);
      if (text.includes(`id="${profile}"`) || text.includes(`id='${profile}'`)) return true;
      rest = text.slice(-OVERLAP);
    }
  }
  return false;
}
