/** A value of a row; arrays become PostgreSQL array literals, so their items are uuids or paths that need no quotes. */
export type CopyValue = string | number | boolean | null | readonly string[];

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function toCopyField(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') {
    return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? '') : value;
  }
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return typeof value === 'number' ? String(value) : `{${value.join(',')}}`;
}

/** One line of COPY ... FROM STDIN in text format. */
export const toCopyLine = (values: readonly CopyValue[]): string => `${values.map(toCopyField).join('\t')}\n`;
