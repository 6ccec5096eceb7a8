export const METRIC_NAME = '__name__';

type Pair = readonly [name: string, value: string];

/** The labels of a series by name; one without a value is none. */
export class Labels {
  static readonly NONE = new Labels([]);
  private text?: string;

  private constructor(private readonly pairs: readonly Pair[]) {}

  static of(pairs: Iterable<Pair>): Labels {
    return new Labels([...pairs].filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  /** Equal for equal labels. */
  get key(): string {
    return (this.text ??= JSON.stringify(this.pairs));
  }

  get entries(): readonly Pair[] {
    return this.pairs;
  }

  /** The empty text without such a label. */
  get(name: string): string {
    return this.pairs.find(([candidate]) => candidate === name)?.[1] ?? '';
  }

  without(names: readonly string[]): Labels {
    return this.pairs.some(([name]) => names.includes(name))
      ? new Labels(this.pairs.filter(([name]) => !names.includes(name)))
      : this;
  }

  only(names: readonly string[]): Labels {
    return new Labels(this.pairs.filter(([name]) => names.includes(name)));
  }

  with(name: string, value: string): Labels {
    return Labels.of([...this.pairs.filter(([other]) => other !== name), [name, value]]);
  }

  withoutName(): Labels {
    return this.without([METRIC_NAME]);
  }

  toString(): string {
    return `{${this.pairs.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(', ')}}`;
  }
}

/** In the order in which Prometheus lists series. */
export function compareLabels({ entries: a }: Labels, { entries: b }: Labels): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    for (const side of [0, 1] as const) {
      if (a[i]![side] !== b[i]![side]) return a[i]![side] < b[i]![side] ? -1 : 1;
    }
  }
  return a.length - b.length;
}
