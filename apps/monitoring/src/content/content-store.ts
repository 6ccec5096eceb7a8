import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '@wardstone/clock';
import type { Database, Transaction } from '@wardstone/database';
import type { ByteRange, ContentBackend, ObjectAddress } from './content-backend';
import type { ContentStoreQueries, StoredContent } from './content-store.queries';

export type { ByteRange } from './content-backend';
export type { StoredContent } from './content-store.queries';

/** More bytes than permitted for one content. */
export class ContentTooLargeError extends Error {
  constructor(readonly limitBytes: number) {
    super(`content larger than ${limitBytes} bytes`);
  }
}

/** All contents together would exceed the quota of the server. */
export class ContentStoreFullError extends Error {
  constructor(readonly quotaBytes: number) {
    super(`the content store has reached its limit of ${quotaBytes} bytes`);
  }
}

/** The contents of one account would exceed its quota. */
export class AccountFullError extends Error {
  constructor(readonly quotaBytes: number) {
    super(`the account has reached its limit of ${quotaBytes} bytes`);
  }
}

export interface ContentLimits {
  /** Maximum size of a content. */
  limitBytes: number;
  /** Quota of all contents; copies count once. */
  quotaBytes: number;
  /** Quota of one account's contents, including the current upload. */
  accountQuotaBytes: number;
}

/** Also the unit of progress and flow control. A multiple of the 2 KiB pages of large objects. */
const BLOCK_BYTES = 1024 * 1024;
/** A write without progress for this long has lost its process; requests end sooner. */
const ABANDONED_MS = 15 * 60_000;
const SWEPT_AT_ONCE = 100;

/** The bytes of one content, readable in any order and repeatedly. */
export interface ContentReader extends StoredContent {
  /** The whole content. Fails midway if the content is deleted meanwhile. */
  stream(): Readable;
  /**
   * A range that fits into memory.
   * @throws RangeError when it reaches beyond the content
   */
  read(range: ByteRange): Promise<Buffer>;
}

/**
 * Immutable byte sequences of any length, in the database or in S3. A content belongs to the row with its key: the
 * owner of a key removes the content with it, in the same transaction. Bytes are processed in blocks, so memory use is
 * constant.
 */
export class ContentStore {
  constructor(
    private readonly db: Database,
    private readonly queries: ContentStoreQueries,
    private readonly clock: Clock,
    private readonly limits: ContentLimits,
    /** The first backend stores new objects; the others still contain older ones. */
    private readonly backends: readonly [ContentBackend, ...ContentBackend[]],
  ) {}

  /** Maximum size of a content. */
  get limitBytes(): number {
    return this.limits.limitBytes;
  }

  /** Number of bytes that `put` buffers. */
  get keptBytes(): number {
    return BLOCK_BYTES + this.backends[0].keptBytes;
  }

  /**
   * Stores all of `bytes`, then runs `register` in the transaction that creates the content: store the key there. A
   * failure leaves nothing behind. Returns the result of `register`.
   * @param owner account whose quota applies; absent for content of the server itself
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
      // If this fails as well, the next sweep deletes the object.
      await this.eraseNow(object).catch(() => undefined);
      throw error;
    }
  }

  /** Metadata and reader of a content; undefined if unknown. */
  async open(key: string): Promise<ContentReader | undefined> {
    const content = await this.queries.findContent(key);
    if (!content) return undefined;
    const { object, ...stored } = content;
    const backend = this.getBackend(object);
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

  /** A second content with the same bytes and its own lifetime; undefined if there is none to copy. */
  async copy(transaction: Transaction, key: string): Promise<StoredContent | undefined> {
    const object = await this.queries.lockContentObject(transaction, key);
    if (!object) return undefined;
    const { id, length, md5 } = object;
    return { key: await this.queries.insertContent(transaction, id, this.clock.now()), length, md5 };
  }

  /** Removes a content; its bytes are deleted when no copy needs them. No error if there is none. */
  async remove(transaction: Transaction, key: string): Promise<void> {
    await this.queries.removeContents(transaction, [key]);
  }

  /** Like `remove`, for several contents. */
  async removeAll(transaction: Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.queries.removeContents(transaction, keys);
  }

  /** Deletes bytes that no content needs, and abandoned writes. Returns the number of objects. */
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
      await this.getBackend(object).erase(object, transaction);
      await this.queries.removeObject(transaction, object.id);
      return true;
    });
  }

  /** For the writer, before the key is known elsewhere. */
  private eraseNow(object: ObjectAddress): Promise<boolean> {
    return this.erase(object, Number.MAX_SAFE_INTEGER);
  }

  private getBackend({ id, largeObject }: ObjectAddress): ContentBackend {
    const backend = this.backends.find(({ usesLargeObjects }) => usesLargeObjects === (largeObject !== null));
    if (!backend) throw new Error(`stored object ${id} is at an S3 endpoint, and none is set`);
    return backend;
  }
}

function abandoned({ id }: Pick<ObjectAddress, 'id'>): Error {
  return new Error(`stored object ${id} was erased while it was written, because the upload stalled`);
}

/** Splits the bytes into blocks of one size, the last one shorter; none for no bytes. */
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
      // Not reused, because the previous block may still be in transit.
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
