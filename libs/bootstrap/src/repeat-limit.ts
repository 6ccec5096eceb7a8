/** Counts of one key within a window. */
interface Counted<T> {
  written: number;
  /** Occurrences since the last written one. */
  left: number;
  last: T | undefined;
}

export interface RepeatLimits {
  /** Maximum number of occurrences written individually, over all keys. */
  mostWritten: number;
  /** Maximum number of keys that are distinguished; all others share one. */
  mostKeys: number;
}

const WINDOW_MS = 60_000;
const OTHERS = Symbol('others');

/**
 * Limits the log of repeated events: within a minute some of each key are written individually, the rest is counted,
 * and the last of them is written with the count when the minute ends.
 */
export class RepeatLimit<T> {
  private readonly counted = new Map<string | typeof OTHERS, Counted<T>>();
  private written = 0;
  private window: NodeJS.Timeout | undefined;

  /** @param write receives an item and its number of occurrences */
  constructor(
    private readonly limits: RepeatLimits,
    private readonly write: (item: T, count: number) => void,
  ) {}

  /** @param most maximum number written individually for this key */
  add(key: string, item: T, most: number): void {
    this.window ??= setTimeout(() => this.endWindow(), WINDOW_MS).unref();
    const counted = this.getCount(key);
    if (counted.written < most && this.written < this.limits.mostWritten) {
      counted.written++;
      this.written++;
      this.write(item, 1);
    } else {
      counted.left++;
      counted.last = item;
    }
  }

  /** Writes the counted items. */
  endWindow(): void {
    clearTimeout(this.window);
    this.window = undefined;
    this.written = 0;
    const ended = [...this.counted.values()];
    this.counted.clear();
    for (const { last, left } of ended) if (last !== undefined) this.write(last, left);
  }

  private getCount(key: string): Counted<T> {
    const kept = this.counted.has(key) || this.counted.size < this.limits.mostKeys ? key : OTHERS;
    const counted = this.counted.get(kept) ?? { written: 0, left: 0, last: undefined };
    this.counted.set(kept, counted);
    return counted;
  }
}
