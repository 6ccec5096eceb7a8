import { BatchedLookup } from '@wardstone/database';
import { toApiError } from '@wardstone/errors';
import { upTo } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';
import type { IdentityChanges } from './identity-changes';

interface Remembered<Row> {
  row: Promise<Row | undefined>;
  readMs: number;
}

const MAX_ROWS = 20_000;
/** TTL while changes are not received. */
const SHORT_MS = 1_000;

/**
 * Caches rows of one table by key, so that requests do not wait for the database. A row, or its absence, is cached
 * until a replica announces a change.
 */
export class RememberedRows<Row extends object> {
  private readonly rows = new LRUCache<string, Remembered<Row>>(upTo(MAX_ROWS));
  private readonly lookup: BatchedLookup<string, Row>;

  /** @param readAll returns stored rows by key */
  constructor(
    private readonly changes: Pick<IdentityChanges, 'watch' | 'isCurrent'>,
    table: string,
    readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
  ) {
    this.lookup = new BatchedLookup(readAll);
    changes.watch(table, (key) => (key === undefined ? this.rows.clear() : this.rows.delete(key)));
  }

  /**
   * The row, possibly cached for a moment.
   * @throws service_unavailable
   */
  find(key: string): Promise<Row | undefined> {
    const known = this.rows.get(key);
    const isGood = known && (this.changes.isCurrent() || performance.now() - known.readMs < SHORT_MS);
    return isGood ? known.row : this.readNow(key);
  }

  /**
   * The row without cache.
   * @throws service_unavailable
   */
  readNow(key: string): Promise<Row | undefined> {
    const row = this.lookup.find(key).catch((error: unknown) => {
      throw toApiError(error, { method: '', path: '' }, {});
    });
    // Cached before it is read, so that a change received meanwhile drops it.
    const remembered = { row, readMs: performance.now() };
    this.rows.set(key, remembered);
    row.catch(() => this.rows.peek(key) === remembered && this.rows.delete(key));
    return row;
  }

  /** For the process that changed the row, before its notification arrives. */
  forget(key: string): void {
    this.rows.delete(key);
  }
}
