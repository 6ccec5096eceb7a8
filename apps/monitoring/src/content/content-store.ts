import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '@wardstone/clock';
import type { Database, Transaction } from '@wardstone/database';
import type { ByteRange, ContentBackend, ObjectAddress } from './content-backend';
import type { ContentStoreQueries, StoredContent } from './content-store.queries';

export type { ByteRange } from './content-backend';
export type { StoredContent } from './content-store.queries';

/** More bytes than one content may have. */
export class ContentTooLargeError extends Error {
  constructor(readonly limitBytes: number) {
    super(`content larger than ${limitBytes} bytes`);
  }
}

/** All contents together would take more room than the server may use. */
export class ContentStoreFullError extends Error {
  constructor(readonly quotaBytes: number) {
    super(`the content store has reached its limit of ${quotaBytes} bytes`);
  }
}

/** The contents of one account would take more room than it may use. */
export class AccountFullError extends Error {
  constructor(readonly quotaBytes: number) {
    super(`the account has reached its limit of ${quotaBytes} bytes`);
  }
}

export interface ContentLimits {
  /** Largest content. */
  limitBytes: number;
  /** Quota of all contents; copies count once. */
  quotaBytes: number;
  /** Quota of one account's contents, including the current upload. */
  accountQuotaBytes: number;
}

/** Also the unit of progress and flow control. A multiple of the pages of large objects, which are 2 KiB. */
const BLOCK_BYTES = 1024 * 1024;
/** Writing that has not moved for so long has lost its process; requests end sooner. */
const ABANDONED_MS = 15 * 60_000;
const SWEPT_AT_ONCE = 100;

/** The bytes of one content, to be read in any order and as often as wanted. */
export interface ContentReader extends StoredContent {
  /** The whole content. Fails while it flows when the content has been erased meanwhile. */
  stream(): Readable;
  /** A part of it that fits into memory. @throws RangeError when it reaches beyond the content */
  read(range: ByteRange): Promise<Buffer>;
}

/**
 * Immutable byte sequences of any length, in the database or at an S3 endpoint. A content belongs to the row that keeps
 * its key: the owner of a key removes the content with it, in the same transaction. Bytes pass through in blocks, so
 * memory does not grow with them.
 */
export class ContentStore {
  constructor(
    private readonly db: Database,
    private readonly queries: ContentStoreQueries,
    private readonly clock: Clock,
    private readonly limits: ContentLimits,
    /** The first one takes what is new; the others still hold what was stored before. */
    private readonly backends: readonly [ContentBackend, ...ContentBackend[]],
  ) {}

  /** Maximum bytes of one content. */
  get limitBytes(): number {
    return this.limits.limitBytes;
  }

  /** Bytes that `put` buffers. */
  get keptBytes(): number {
    return BLOCK_BYTES + this.backends[0].keptBytes;
  }

  /**
   * Stores all of `bytes`, then runs `register` in the transaction that makes the content exist: keep the key there.
   * Whatever fails or breaks off, nothing is left. Returns what `register` returns.
   *
   * @param owner whose room it takes; absent for what the server keeps itself.
   * @throws ContentTooLargeError, ContentStoreFullError, AccountFullError, what `bytes` or `register` throw
   */
  async put<T>(
    bytes: AsyncIterable<Uint8Array>,
    register: (transaction: Transaction, stored: StoredContent) => Promise<T>,
    owner: string | null = null,
  ): Promise<T> {
    const [backend] = this.backends;
    const object = await this.queries.insertObject(backend.usesLargeObjects, owner, this.clock.now());
    try {
      const digest = createHash('md5');
      let length = 0;
      const measured = async function* (store: ContentStore): AsyncIterable<Buffer> {
        for await (const block of inBlocks(bytes, store.limits.limitBytes)) {
          digest.update(block);
          length += block.length;
          await store.noteProgress(object.id, length, owner);
          yield block;
        }
      };
      await backend.write(object, measured(this));
      const md5 = digest.digest('hex');
      return await this.db.transaction(async (transaction) => {
        const isThere = await this.queries.finishObject(transaction, object.id, length, md5);
        if (!isThere) throw abandoned(object);
        const key = await this.queries.insertContent(transaction, object.id, this.clock.now());
        return register(transaction, { key, length, md5 });
      });
    } catch (error) {
      // Should this fail too, the next sweep does it.
      await this.eraseNow(object).catch(() => undefined);
      throw error;
    }
  }

  /** Facts about a content and its reader; undefined if unknown. */
  async open(key: string): Promise<ContentReader | undefined> {
    const content = await this.queries.findContent(key);
    if (!content) return undefined;
    const { object, ...stored } = content;
    const backend = this.backendOf(object);
    return {
      ...stored,
      stream: () => Readable.from(backend.read(object, { start: 0, end: stored.length }), { objectMode: false }),
      read: async (range) => {
        const { start, end } = range;
        if (start < 0 || start > end || end > stored.length) {
          throw new RangeError(`no bytes ${start} to ${end} in a content of ${stored.length}`);
        }
        return collect(backend.read(object, range));
      },
    };
  }

  /** A second content of the same bytes, which outlives the first; undefined when there is none to copy. */
  async copy(transaction: Transaction, key: string): Promise<StoredContent | undefined> {
    const object = await this.queries.lockObjectOf(transaction, key);
    if (!object) return undefined;
    const { id, length, md5 } = object;
    return { key: await this.queries.insertContent(transaction, id, this.clock.now()), length, md5 };
  }

  /** Gives a content up; its bytes go when no copy needs them. No error when there is none. */
  async remove(transaction: Transaction, key: string): Promise<void> {
    await this.queries.removeContents(transaction, [key]);
  }

  /** The same of several contents. */
  async removeAll(transaction: Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.queries.removeContents(transaction, keys);
  }

  /** Erases bytes that no content needs and what died while it was written. Returns how many objects went. */
  async sweep(): Promise<number> {
    const abandonedSinceMs = this.clock.now() - ABANDONED_MS;
    let erased = 0;
    for (;;) {
      const objects = await this.queries.listErasable(abandonedSinceMs, SWEPT_AT_ONCE);
      let erasedNow = 0;
      for (const object of objects) if (await this.erase(object, abandonedSinceMs)) erasedNow++;
      erased += erasedNow;
      if (objects.length < SWEPT_AT_ONCE || erasedNow === 0) return erased;
    }
  }

  private async noteProgress(id: string, length: number, owner: string | null): Promise<void> {
    const others = await this.queries.noteProgress(id, length, this.clock.now());
    if (!others) throw abandoned({ id });
    const { quotaBytes, accountQuotaBytes } = this.limits;
    if (owner !== null && others.bytes_of_owner + length > accountQuotaBytes)
      throw new AccountFullError(accountQuotaBytes);
    if (others.bytes_of_others + length > quotaBytes) throw new ContentStoreFullError(quotaBytes);
  }

  private erase(object: ObjectAddress, abandonedSinceMs: number): Promise<boolean> {
    return this.db.transaction(async (transaction) => {
      if (!(await this.queries.lockErasable(transaction, object.id, abandonedSinceMs))) return false;
      await this.backendOf(object).erase(object, transaction);
      await this.queries.removeObject(transaction, object.id);
      return true;
    });
  }

  /** For the writer, before the key is known elsewhere. */
  private eraseNow(object: ObjectAddress): Promise<boolean> {
    return this.erase(object, Number.MAX_SAFE_INTEGER);
  }

  private backendOf({ id, largeObject }: ObjectAddress): ContentBackend {
    const backend = this.backends.find(({ usesLargeObjects }) => usesLargeObjects === (largeObject !== null));
    if (!backend) throw new Error(`stored object ${id} is at an S3 endpoint, and none is set`);
    return backend;
  }
}

function abandoned({ id }: Pick<ObjectAddress, 'id'>): Error {
  return new Error(`stored object ${id} was erased while it was written, because the upload stalled`);
}

/** The same bytes in blocks of one size, the last one shorter; none when there are none. */
async function* inBlocks(bytes: AsyncIterable<Uint8Array>, limitBytes: number): AsyncIterable<Buffer> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > limitBytes) throw new ContentTooLargeError(limitBytes);
    for (let taken = 0; taken < chunk.length;) {
      const part = chunk.subarray(taken, taken + BLOCK_BYTES - used);
      block.set(part, used);
      used += part.length;
      taken += part.length;
      if (used < BLOCK_BYTES) continue;
      yield block;
      // The block may still be on its way to somewhere.
      block = Buffer.allocUnsafe(BLOCK_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield block.subarray(0, used);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}
