import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { HostGuide } from '@wardstone/dto/compliance';
import { isGuideFor } from '../domain/guide-files';
import { getErrorMessage, isTemporary, Unreachable } from '../server/server-api';
import type { SharedParts } from '../shared-parts';

interface GuideOffersOptions extends Pick<SharedParts, 'server' | 'machine' | 'logger' | 'clock'> {
  /** Folder with the guides. */
  source: string;
  /** Folder for compressed files. */
  folder: string;
}

interface FoundGuide extends HostGuide {
  readonly file: string;
  /** Size and time of the last change, with which the digest stays the same. */
  readonly stamp: string;
}

const PATH = '/api/compliance/v2/agent/guides';
/** Interval between checks of the folder. */
const AGAIN_MS = 60 * 60 * 1000;
const MAX_GUIDES = 20;
/** Maximum size of a document that the service imports. */
const MAX_BYTES = 256 * 1024 * 1024;
const UPLOAD_MS = 300_000;

/** Offers guides of the host for import, and sends those that a person requested. See rule agents-26. */
export class GuideOffers {
  private found: readonly FoundGuide[] = [];
  private reportedMs = -Infinity;
  private hasReported = false;

  constructor(private readonly options: GuideOffersOptions) {}

  /** @throws Unreachable */
  async step(wanted: readonly string[], signal: AbortSignal): Promise<void> {
    await this.report(signal);
    await this.send(wanted, signal);
  }

  /**
   * Reports the guides once an hour.
   * @throws Unreachable
   */
  private async report(signal: AbortSignal): Promise<void> {
    const { server, clock, logger } = this.options;
    if (clock.monotonic() - this.reportedMs < AGAIN_MS) return;
    const before = this.found.length;
    this.found = await this.look();
    if (this.found.length > 0 || before > 0 || !this.hasReported) {
      const guides = this.found.map(({ file_name, sha256, byte_count }) => ({ file_name, sha256, byte_count }));
      const response = await server.request('PUT', PATH, { body: { guides }, signal });
      if (isTemporary(response.status)) throw new Unreachable(getErrorMessage(response));
      if (response.status >= 300) logger.warn(`guides of the host were rejected: ${getErrorMessage(response)}`);
    }
    this.hasReported = true;
    this.reportedMs = clock.monotonic();
  }

  /**
   * Sends the first of the requested guides. The server no longer requests one that it has or has refused.
   * @throws Unreachable
   */
  private async send(wanted: readonly string[], signal: AbortSignal): Promise<void> {
    const { server, logger, folder } = this.options;
    const guide = this.found.find(({ sha256 }) => wanted.includes(sha256));
    if (!guide) return;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const compressed = path.join(folder, `${guide.sha256}.gz`);
    try {
      await pipeline(
        fs.createReadStream(guide.file, { end: MAX_BYTES - 1 }),
        createGzip(),
        fs.createWriteStream(compressed, { mode: 0o600 }),
      );
      const response = await server.request('POST', `${PATH}/${guide.sha256}`, {
        signal,
        waitMs: UPLOAD_MS,
        file: await fs.openAsBlob(compressed),
        headers: { 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' },
      });
      if (isTemporary(response.status)) throw new Unreachable(getErrorMessage(response));
      const { file_name, sha256 } = guide;
      if (response.status < 300) logger.info({ file_name, sha256 }, 'a guide of the host was imported');
      else logger.warn({ file_name, sha256 }, `a guide was rejected: ${getErrorMessage(response)}`);
    } finally {
      fs.rmSync(compressed, { force: true });
    }
  }

  /** Guides for this operating system; files that cannot be read are left out. */
  private async look(): Promise<FoundGuide[]> {
    const { source, machine } = this.options;
    const facts = await machine.facts();
    const names = fs.existsSync(source) ? fs.readdirSync(source).filter((name) => isGuideFor(name, facts)) : [];
    const guides: FoundGuide[] = [];
    for (const file_name of names.sort().slice(0, MAX_GUIDES)) {
      const guide = await this.examine(file_name).catch(() => undefined);
      if (guide) guides.push(guide);
    }
    return guides;
  }

  private async examine(file_name: string): Promise<FoundGuide | undefined> {
    const file = path.join(this.options.source, file_name);
    const stats = fs.statSync(file);
    if (!stats.isFile() || stats.size === 0 || stats.size > MAX_BYTES) return undefined;
    const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
    const known = this.found.find((guide) => guide.file === file && guide.stamp === stamp);
    if (known) return known;
    const hash = createHash('sha256');
    await pipeline(fs.createReadStream(file), hash);
    return { file, stamp, file_name, sha256: hash.digest('hex'), byte_count: stats.size };
  }
}
