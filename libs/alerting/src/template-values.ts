import { generalNumber } from './template-functions';

/** A value of a template: a text, number or truth value, nothing, a list, or named parts. */
export type Value = string | number | boolean | undefined | readonly Value[] | Parts;

/** Labels of a series, a sample, or the arguments of a template. */
export class Parts {
  private readonly parts: ReadonlyMap<string, Value>;

  /** @param missing value of a name that it lacks: a label is empty */
  constructor(
    parts: Iterable<readonly [string, Value]>,
    readonly missing: Value = undefined,
  ) {
    this.parts = new Map(parts);
  }

  get(name: string): Value {
    return this.parts.has(name) ? this.parts.get(name) : this.missing;
  }

  get size(): number {
    return this.parts.size;
  }

  /** Sorted by name. */
  entries(): [string, Value][] {
    return [...this.parts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

export function toLabels(labels: Readonly<Record<string, string>>): Parts {
  return new Parts(Object.entries(labels), '');
}

/** A sample that a query returned. */
export function toSample({ labels, value }: { labels: Readonly<Record<string, string>>; value: number }): Parts {
  return new Parts([
    ['Labels', toLabels(labels)],
    ['Value', value],
  ]);
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether `if` treats it as true: anything but false, 0, null and empty values. */
export function isTrue(value: Value): boolean {
  if (isList(value)) return value.length > 0;
  if (value instanceof Parts) return value.size > 0;
  return value !== '' && value !== 0 && value !== false && value !== undefined;
}

/** As Go prints it. @param longest no more than this is needed */
export function toText(value: Value, longest: number): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return generalNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (value === undefined) return '<no value>';
  let text = '';
  const items = isList(value) ? value.map((one) => ['', one] as const) : value.entries();
  for (const [name, item] of items) {
    if (text.length > longest) break;
    text += `${text === '' ? '' : ' '}${name === '' ? '' : `${name}:`}${toText(item, longest)}`;
  }
  return isList(value) ? `[${text}]` : `map[${text}]`;
}
