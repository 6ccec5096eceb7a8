/** A sum with the compensation of Kahan and Neumaier. */
export class KahanSum {
  private rest = 0;

  constructor(private sum = 0) {}

  add(value: number): void {
    const next = this.sum + value;
    if (isInfinite(next)) this.rest = 0;
    else this.rest += Math.abs(this.sum) >= Math.abs(value) ? this.sum - next + value : value - next + this.sum;
    this.sum = next;
  }

  scale(factor: number): void {
    this.sum *= factor;
    this.rest *= factor;
  }

  /** Adds a value to the sum, unless the result is infinite. */
  tryAdd(value: number): boolean {
    if (isInfinite(this.sum + value)) return false;
    this.add(value);
    return true;
  }

  get total(): number {
    return isInfinite(this.sum) ? this.sum : this.sum + this.rest;
  }

  dividedBy(count: number): number {
    return this.sum / count + this.rest / count;
  }
}

export function isInfinite(value: number): boolean {
  return value === Infinity || value === -Infinity;
}

/** The mean of at least one value; computed incrementally from the value on that would make the sum infinite. */
export function computeMean(values: Float64Array, from: number, to: number): number {
  const sum = new KahanSum(values[from]);
  let isIncremental = false;
  for (let i = from + 1; i < to; i++) {
    const value = values[i]!;
    const count = i - from + 1;
    if (!isIncremental) {
      if (sum.tryAdd(value)) continue;
      isIncremental = true;
      sum.scale(1 / (count - 1));
    }
    sum.scale((count - 1) / count);
    sum.add(value / count);
  }
  return isIncremental ? sum.total : sum.dividedBy(to - from);
}
