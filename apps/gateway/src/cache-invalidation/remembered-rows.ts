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
/** Used while changes are not received. */
const SHORT_MS = 1_000;

/**
 * Cache of one table's rows by key, so that requests do not wait for the database. A row, or its absence, is cached
 * until a replica announces a change.
 */
export class RememberedRows<Row extends object> {
  private readonly rows = new LRUCache<string, Remembered<Row>>(upTo(MAX_ROWS));
  private readonly lookup: BatchedLookup<string, Row>;

  /** @param readAll returns what is stored under the keys, by key */
  constructor(
    private readonly changes: Pick<IdentityChanges, 'watch' | 'isCurrent'>,
    table: string,
    readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
  ) {
    this.lookup = new BatchedLookup(readAll);
    changes.watch(table, (key) => (key === undefined ? this.rows.clear() : this.rows.delete(key)));
  }

  /** The row as it was a moment ago. @throws service_unavailable */
  find(key: string): Promise<Row | undefined> {
    const known = this.rows.get(key);
    const isGood = known && (this.changes.isCurrent() || performance.now() - known.readMs < SHORT_MS);
    return isGood ? known.row : this.readNow(key);
  }

  /** The row as it is. @throws service_unavailable */
  readNow(key: string): Promise<Row | undefined> {
    const row = this.lookup.find(key).catch((error: unknown) => {
      throw toApiError(error, { method: '', path: '' }, {});
    });
    // Cached while it is read, so that a change received meanwhile drops it.
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
