/** Names and indexes: a path of RFC 9535 without wildcards, slices and filters, which could select any number of values. */
const STEP = /^(?:\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d{1,9})\]|\['([^'\\]*)'\]|\["([^"\\]*)"\])/u;
const MOST_STEPS = 50;

/** The steps of a path like `$.items[0]['a b']`; undefined for what is none. */
export function parseJsonPath(text: string): (string | number)[] | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: (string | number)[] = [];
  for (let rest = text.slice(1); rest !== '';) {
    const [whole, name, index, quoted, doubleQuoted] = STEP.exec(rest) ?? [];
    if (whole === undefined || steps.length >= MOST_STEPS) return undefined;
    steps.push(index === undefined ? (name ?? quoted ?? doubleQuoted ?? '') : Number(index));
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** The value at the path; undefined where there is none. */
export function valueAt(document: unknown, steps: readonly (string | number)[]): unknown {
  let value = document;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) !== (typeof step === 'number') || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** As people write it: texts without quotes, everything else as JSON. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
