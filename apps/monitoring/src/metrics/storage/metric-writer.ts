import { Injectable, Logger } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { joinBatches, LogSegment, type PointBatch } from './log-segment';
import type { JoinedRow } from './joined-statement';
import { MetricLogQueries } from './metric-log.queries';
import { MetricBuffer } from './metric-buffer';

/** Called once for each committed batch, in order of commits. It must neither throw nor wait. */
export type CommitListener = (batch: PointBatch) => void;

/**
 * A consumer that receives every point at least once: selected points stay in the database until it has consumed them.
 */
export interface PointCapture {
  /** The points of a batch that it needs, before they are stored; undefined for none. */
  select(batch: PointBatch): Promise<PointBatch | undefined>;
  /**
   * The selected points are committed and stored with this id, see WatchedPointQueries. It must neither throw nor wait.
   */
  onCommit(id: number, points: PointBatch): void;
}

/** Maximum number of points in a flush, and of points that wait for one. */
const MAX_POINTS_PER_FLUSH = 200_000;
const MAX_POINTS_WAITING = 1_000_000;
/** Maximum number of points that are not known to be compacted; all of them are in memory. */
const MAX_POINTS_UNCOMPACTED = 5_000_000;

const LOOK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = '5';

/** Work in the commit that stores points, for which all others wait, so it must not wait for locks. */
type Companion =
  | { readonly work: (tx: Transaction) => Promise<void> }
  | { readonly joined: JoinedRow; readonly receive: (value: unknown) => void };

interface Waiting {
  readonly batch: PointBatch;
  readonly account: string | undefined;
  readonly companion: Companion | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Too many points are waiting for the database. */
function tooManyPointsWaiting(): ApiError {
  return new ApiError(
    MonitoringError.metric_backlog_full,
    'points are submitted faster than the database can store them',
    {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    },
  );
}

/**
 * Writes points by group commit: while a flush is running, points wait for the next and share its commit. One flush
 * runs at a time, so that commits and listeners have one order.
 */
@Injectable()
export class MetricWriter {
  private readonly logger = new Logger(MetricWriter.name);
  private readonly listeners: CommitListener[] = [];
  private capture: PointCapture | undefined;
  private waiting: Waiting[] = [];
  private waitingPoints = 0;
  private readonly waitingByAccount = new Map<string, number>();
  private flushing: Promise<void> | undefined;
  private lookedMs = -Infinity;

  constructor(
    private readonly queries: MetricLogQueries,
    private readonly buffer: MetricBuffer,
    private readonly db: Database,
  ) {}

  onCommit(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  /** Sets the only consumer that captures points in the commit that stores them. */
  captureWith(capture: PointCapture): void {
    this.capture = capture;
  }

  /**
   * Stores the points; they are committed and visible to every read when this resolves.
   * @param account may have as many waiting points as there is room left for all others, so that a few always find room
   * @throws metric_backlog_full at once, with nothing stored.
   */
  write(batch: PointBatch, account?: string): Promise<void> {
    return this.enqueue(batch, undefined, account);
  }

  /**
   * Like `write`, in one commit with other work; if that fails, the points are not stored either.
   * @returns the result of the work
   */
  async writeWith<T>(batch: PointBatch, work: (tx: Transaction) => Promise<T>, account?: string): Promise<T> {
    let result: { value: T } | undefined;
    const keep = async (tx: Transaction): Promise<void> => {
      result = { value: await work(tx) };
    };
    await this.enqueue(batch, { work: keep }, account);
    return result!.value;
  }

  /**
   * Like `writeWith`, with one statement that also stores rows of other features.
   * @returns the other statement's result for the row
   */
  async writeJoining(batch: PointBatch, joined: JoinedRow, account?: string): Promise<unknown> {
    let result: unknown;
    await this.enqueue(batch, { joined, receive: (value) => (result = value) }, account);
    return result;
  }

  private enqueue(batch: PointBatch, companion: Companion | undefined, account: string | undefined): Promise<void> {
    const count = batch.times.length;
    if (count === 0) return Promise.resolve();
    const isFull = this.buffer.pointCount > MAX_POINTS_UNCOMPACTED;
    // Points that another process has compacted no longer count; no flush would find out while none is admitted.
    if (isFull) void this.forgetCompacted();
    if (isFull || !this.hasRoom(count, account)) return Promise.reject(tooManyPointsWaiting());
    const stored = new Promise<void>((resolve, reject) =>
      this.waiting.push({ batch, account, companion, resolve, reject }),
    );
    this.count(account, count);
    this.flushing ??= this.flushAll().finally(() => (this.flushing = undefined));
    return stored;
  }

  private hasRoom(count: number, account: string | undefined): boolean {
    const free = MAX_POINTS_WAITING - this.waitingPoints - count;
    const ofAccount = account === undefined ? 0 : (this.waitingByAccount.get(account) ?? 0) + count;
    return ofAccount <= free;
  }

  private count(account: string | undefined, points: number): void {
    this.waitingPoints += points;
    if (account === undefined) return;
    const waiting = (this.waitingByAccount.get(account) ?? 0) + points;
    if (waiting > 0) this.waitingByAccount.set(account, waiting);
    else this.waitingByAccount.delete(account);
  }

  /** Resolves when no points are waiting or being written. */
  async drain(): Promise<void> {
    await this.flushing;
  }

  private async flushAll(): Promise<void> {
    // Requests whose bodies arrived in the same turn of the event loop share the first flush.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      await this.flush(this.take());
      await this.forgetCompacted();
    }
  }

  /** Drops segments that other processes have compacted. Reads do so, too, but there may be none. */
  private async forgetCompacted(): Promise<void> {
    const now = performance.now();
    if (now - this.lookedMs < LOOK_EVERY_MS) return;
    this.lookedMs = now;
    const held = this.buffer.heldIds();
    const bounds = await this.queries.findBounds().catch(() => ({ oldest: 0 }));
    this.buffer.forgetBelow(held, bounds?.oldest);
  }

  private take(): Waiting[] {
    const taken = new Flush();
    while (this.waiting.length > taken.all.length && taken.admits(this.waiting[taken.all.length]!)) {
      taken.add(this.waiting[taken.all.length]!);
    }
    for (const { batch, account } of taken.all) this.count(account, -batch.times.length);
    this.waiting = this.waiting.slice(taken.all.length);
    return taken.all;
  }

  private async flush(taken: readonly Waiting[]): Promise<void> {
    try {
      await this.insert(taken);
      this.settle(taken);
    } catch (error) {
      if (taken.some(({ companion }) => companion && 'joined' in companion) && isAboutOne(error)) {
        for (const one of taken) await this.flushAlone(one);
      } else {
        for (const { reject } of taken) reject(error);
      }
    }
  }

  /** Stores one batch separately, so that its failure does not affect others; conflicts are retried. */
  private async flushAlone(one: Waiting): Promise<void> {
    try {
      await this.insert([one], 'in a transaction');
      this.settle([one]);
    } catch (error) {
      one.reject(error);
    }
  }

  private settle(taken: readonly Waiting[]): void {
    for (const { batch, resolve } of taken) {
      this.notifyListeners(batch);
      resolve();
    }
  }

  private async insert(taken: readonly Waiting[], how: 'at once' | 'in a transaction' = 'at once'): Promise<void> {
    const batch = joinBatches(taken.map((one) => one.batch));
    const watched = await this.capture?.select(batch);
    const { id, watchedId } = await this.store(batch, watched, taken, how);
    this.buffer.add(new LogSegment(id, batch));
    if (watched && watchedId !== undefined) this.capture?.onCommit(watchedId, watched);
  }

  private async store(
    batch: PointBatch,
    watched: PointBatch | undefined,
    taken: readonly Waiting[],
    how: 'at once' | 'in a transaction',
  ): Promise<{ id: number; watchedId: number | undefined }> {
    const companion = taken[0]?.companion;
    if (companion && 'work' in companion) {
      return this.db.transaction(async (tx) => {
        const ids = await this.queries.insert(batch, watched, [], tx);
        await companion.work(tx);
        return ids;
      });
    }
    const joining = taken.flatMap((one) => (one.companion && 'joined' in one.companion ? [one.companion] : []));
    const rows = joining.map(({ joined }) => joined);
    const insert = (tx?: Transaction) => this.queries.insert(batch, watched, rows, tx);
    // A transaction is retried after a deadlock.
    const stored = await (how === 'at once' ? insert() : this.db.transaction(insert));
    joining.forEach(({ receive }, at) => receive(stored.joinedValues[at]));
    return stored;
  }

  private notifyListeners(batch: PointBatch): void {
    for (const listener of this.listeners) {
      try {
        listener(batch);
      } catch (error) {
        // The points are stored; the failure is the listener's own.
        this.logger.error({ err: error }, 'a listener to committed points failed');
      }
    }
  }
}

/** Batches stored by one commit. */
class Flush {
  readonly all: Waiting[] = [];
  pointCount = 0;
  private statement: JoinedRow['statement'] | undefined;
  private readonly keys = new Set<string>();

  admits({ batch, companion }: Waiting): boolean {
    if (this.all.length === 0) return true;
    // Points with their own transaction are not flushed together with others.
    const isAlone = [companion, this.all[0]!.companion].some((one) => one && 'work' in one);
    if (isAlone || this.pointCount + batch.times.length > MAX_POINTS_PER_FLUSH) return false;
    if (!companion || !('joined' in companion) || !this.statement) return true;
    const { statement, row } = companion.joined;
    return statement === this.statement && !this.keys.has(statement.toKey(row));
  }

  add(one: Waiting): void {
    this.all.push(one);
    this.pointCount += one.batch.times.length;
    if (!one.companion || !('joined' in one.companion)) return;
    const { statement, row } = one.companion.joined;
    this.statement = statement;
    this.keys.add(statement.toKey(row));
  }
}

/** SQLSTATE classes of errors that concern one batch: cardinality, data, constraints and deadlocks. */
const ABOUT_ONE = /^(21|22|23|40)/;

function isAboutOne(error: unknown): boolean {
  return ABOUT_ONE.test(String((error as { code?: unknown }).code));
}
