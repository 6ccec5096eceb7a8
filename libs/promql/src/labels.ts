export const METRIC_NAME = '__name__';
/** Labels of the metric itself, which computed series lose. */
const METRIC_LABELS: readonly string[] = [METRIC_NAME, '__type__', '__unit__'];

type Pair = readonly [name: string, value: string];

/** The labels of a series by name; an empty value means no label. */
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

  /** Empty if there is no such label. */
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
    return this.without(METRIC_LABELS);
  }

  toString(): string {
    return `{${this.pairs.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(', ')}}`;
  }
}

/** Compares in the order in which Prometheus lists series. */
export function compareLabels({ entries: a }: Labels, { entries: b }: Labels): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    for (const side of [0, 1] as const) {
      if (a[i]![side] !== b[i]![side]) return a[i]![side] < b[i]![side] ? -1 : 1;
    }
  }
  return a.length - b.length;
}

/** Like `compareLabels`, for objects with labels. */
export function byLabels(a: { readonly labels: Labels }, b: { readonly labels: Labels }): number {
  return compareLabels(a.labels, b.labels);
}

/** Whether a text is a valid label or metric name: any UTF-8, as in Prometheus 3. Pure. */
export function isName(text: string): boolean {
  return text !== '' && text.isWellFormed() && !text.includes('\0');
}

const LEGACY_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/** The name in the character set of Prometheus 2, for older clients. Pure. */
export function legacyName(name: string): string {
  if (LEGACY_NAME.test(name)) return name;
  return name.replace(/^(?=[0-9])/, '_').replace(/[^a-zA-Z0-9_:]/gu, '_');
}

/** Decodes a name escaped for use in a path: `U__my_2e_label` is `my.label`. Pure. */
export function unescapedName(text: string): string {
  if (!text.startsWith('U__')) return text;
  return text.slice(3).replace(/__|_([0-9a-fA-F]{1,6})_/g, (_escape, hex?: string) => {
    const code = hex === undefined ? undefined : parseInt(hex, 16);
    return code === undefined ? '_' : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
