import type { WatchedPoints } from '../metrics/storage/captured-points.service';

/**
 * Maximum number of rows and points evaluated in one transaction; with more of them, each resource is written less
 * often.
 */
const MAX_ROWS_AT_ONCE = 1_000;
const MAX_POINTS_AT_ONCE = 50_000;
/** Minimum time between two evaluations: a stream of points is evaluated together, a single urgent one at once. */
const APART_MS = 200;
/** How long points that cannot fire anything wait for others. */
const PATIENCE_MS = 5_000;
/** Further points wait only in the database. */
const MAX_WAITING = 2_000;

export interface ReceivedPoints extends Pick<WatchedPoints, 'points'> {
  /** Time of submission. */
  readonly receivedMs: number;
}

export interface WaitingRow extends ReceivedPoints, WatchedPoints {
  /** The same on the monotonic clock. */
  readonly sinceMs: number;
}

/** Committed points that this process is going to evaluate, in order of commits. */
export class WaitingPoints {
  private rows: WaitingRow[] = [];
  private points = 0;
  /** Number of rows already checked for urgency. */
  private seen = 0;
  private isUrgent = false;
  private counts = new Map<number, number>();

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  /** Whether there is no reason to wait for more. */
  get isEnough(): boolean {
    return this.rows.length >= MAX_ROWS_AT_ONCE || this.points >= MAX_POINTS_AT_ONCE;
  }

  add(row: WaitingRow): void {
    if (this.rows.length >= MAX_WAITING) return;
    this.rows.push(row);
    this.points += row.points.times.length;
  }

  /**
   * Milliseconds until the next evaluation.
   * @param isUrgent whether points must not wait, given the counts by points before them, which it increases
   */
  dueInMs(
    nowMs: number,
    begunAtMs: number,
    isUrgent: (row: WaitingRow, counts: Map<number, number>) => boolean,
  ): number {
    if (this.isEnough) return 0;
    for (; !this.isUrgent && this.seen < this.rows.length; this.seen++) {
      this.isUrgent = isUrgent(this.rows[this.seen]!, this.counts);
    }
    const apartMs = begunAtMs + APART_MS - nowMs;
    return this.isUrgent ? apartMs : Math.max(apartMs, this.rows[0]!.sinceMs + PATIENCE_MS - nowMs);
  }

  /** Takes the oldest rows, at least one. */
  take(): WaitingRow[] {
    let points = 0;
    const tooMany = this.rows.findIndex((row) => (points += row.points.times.length) > MAX_POINTS_AT_ONCE);
    const count = Math.min(tooMany < 0 ? this.rows.length : Math.max(1, tooMany), MAX_ROWS_AT_ONCE);
    const taken = this.rows.splice(0, count);
    this.points -= taken.reduce((sum, row) => sum + row.points.times.length, 0);
    // The rest is checked again after this evaluation, because counts have changed.
    this.seen = 0;
    this.isUrgent = false;
    this.counts = new Map();
    return taken;
  }
}
