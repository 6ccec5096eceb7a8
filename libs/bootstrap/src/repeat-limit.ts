/** Counts of one key within a window. */
interface Counted<T> {
  written: number;
  /** Since the last that was written. */
  left: number;
  last: T | undefined;
}

export interface RepeatLimits {
  /** Written one by one, of all keys. */
  mostWritten: number;
  /** Told apart; all others are one. */
  mostKeys: number;
}

const WINDOW_MS = 60_000;
const OTHERS = Symbol('others');

/**
 * Bounds what repeated requests leave behind: within a minute some of each key are written one by one, the rest is counted,
 * and the last of them is written for all when the minute ends.
 */
export class RepeatLimit<T> {
  private readonly counted = new Map<string | typeof OTHERS, Counted<T>>();
  private written = 0;
  private window: NodeJS.Timeout | undefined;

  /** @param write `count` is the number of occurrences of an item */
  constructor(
    private readonly limits: RepeatLimits,
    private readonly write: (item: T, count: number) => void,
  ) {}

  /** @param most that are written one by one, of this key */
  add(key: string, item: T, most: number): void {
    this.window ??= setTimeout(() => this.endWindow(), WINDOW_MS).unref();
    const counted = this.countedOf(key);
    if (counted.written < most && this.written < this.limits.mostWritten) {
      counted.written++;
      this.written++;
      this.write(item, 1);
    } else {
      counted.left++;
      counted.last = item;
    }
  }

  /** Writes what was counted. */
  endWindow(): void {
    clearTimeout(this.window);
    this.window = undefined;
    this.written = 0;
    const ended = [...this.counted.values()];
    this.counted.clear();
    for (const { last, left } of ended) if (last !== undefined) this.write(last, left);
  }

  private countedOf(key: string): Counted<T> {
    const kept = this.counted.has(key) || this.counted.size < this.limits.mostKeys ? key : OTHERS;
    const counted = this.counted.get(kept) ?? { written: 0, left: 0, last: undefined };
    this.counted.set(kept, counted);
    return counted;
  }
}
