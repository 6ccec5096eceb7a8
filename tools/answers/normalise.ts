import { createHash } from 'node:crypto';

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const ISO_TIME = /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?UTC|Z|[+-]\d\d:\d\d)?/g;
const HTTP_DATE = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d GMT/g;
const DAY = /\b20\d\d-\d\d-\d\d\b/g;
const EPOCH_MS = /(?<![\w.-])1[6-9]\d{11}(?![\w.])/g;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** Ids from sequences; other numbers with five digits get a name as well, always the same. */
const SEQUENCE_ID = /(?<![\w.%-])1[0-9]\d{3}(?![\w.%-]*\d)(?!\.\d)/g;
const PORT = /\b(localhost|127\.0\.0\.1):\d{4,5}\b/g;

/** Headers whose value always differs. */
const CHANGING = new Set(['date', 'x-request-id', 'x-trace-id', 'traceparent', 'server-timing']);

/**
 * Replaces values that always differ between two runs of one commit. An id is named after the response that contained
 * it first, so that an additional id does not rename all others.
 */
export class Normaliser {
  private readonly names = new Map<string, string>();

  text(text: string, key: string): string {
    let found = 0;
    const name = (kind: string) => (value: string) =>
      this.toName(`${kind} ${value.toLowerCase()}`, () => `<${kind} ${key} ${++found}>`);
    return text
      .replace(JSON_WEB_TOKEN, '<token>')
      .replace(PORT, '$1:<port>')
      .replace(UUID, name('uuid'))
      .replace(HTTP_DATE, '<date>')
      .replace(ISO_TIME, '<time>')
      .replace(DAY, '<day>')
      .replace(EPOCH_MS, '<ms>')
      .replace(SEQUENCE_ID, name('id'));
  }

  headers(headers: NodeJS.Dict<string | string[]>, key: string): Record<string, string> {
    const entries = Object.entries(headers).map(([name, value]): [string, string] => {
      const text = String(value);
      if (CHANGING.has(name)) return [name, '<any>'];
      if (name === 'etag') return [name, this.etag(text, key)];
      return [name, this.text(text, key)];
    });
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Equal tags get equal names within the run. */
  private etag(value: string, key: string): string {
    const shape = value.startsWith('W/') ? 'W/' : '';
    return this.toName(`etag ${value}`, () => `${shape}<etag ${key}>`);
  }

  private toName(value: string, make: () => string): string {
    const known = this.names.get(value);
    if (known !== undefined) return known;
    const made = make();
    this.names.set(value, made);
    return made;
  }
}

/** Shortens a long body to its beginning and a digest. */
export function shorten(text: string): string {
  const LIMIT = 60_000;
  if (text.length <= LIMIT) return text;
  return `${text.slice(0, LIMIT)}... ${text.length} characters, ${createHash('sha256').update(text).digest('hex')}`;
}
