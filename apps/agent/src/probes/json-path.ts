/**
 * Names and indexes: a path of RFC 9535 without wildcards, slices and filters, which could select any number of values.
 */
const STEP = /^(?:\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d{1,9})\]|\['([^'\\]*)'\]|\["([^"\\]*)"\])/u;
const MAX_STEPS = 50;

/** Parses a path such as `$.items[0]['a b']` into its steps; undefined for an invalid path. */
export function parseJsonPath(text: string): (string | number)[] | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: (string | number)[] = [];
  for (let rest = text.slice(1); rest !== '';) {
    const [whole, name, index, quoted, doubleQuoted] = STEP.exec(rest) ?? [];
    if (whole === undefined || steps.length >= MAX_STEPS) return undefined;
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

/** Formats a value: strings without quotes, everything else as JSON. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
