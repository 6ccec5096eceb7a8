import { gzipSync } from 'node:zlib';
import type { Body, Operation } from '../requests/operations';
import type { ValueSchema } from '../requests/schema';
import type { Values } from './values';

/** Number of items in a hostile list. */
const MANY = 100_000;
/** Just below the limit that a service checks before parsing, for usual bodies and for reports of agents. */
const NEARLY_TOO_MANY_VALUES = [19_000, 190_000];
const MAX_BYTES = 256 * 1024 * 1024;
const DEEPEST = 6;

/** A long body with little content. */
export interface LongBody {
  /** Description of the long list. */
  what: string;
  mediaType: string;
  body: Buffer;
  isGzip: boolean;
}

/** For each list in the body, at any depth: the list with MANY items, and with just as many as a service parses. */
export function* longBodies({ bodies }: Operation, values: Values): Generator<LongBody> {
  const typed = (pattern: RegExp): Body[] => bodies.filter(({ type }) => pattern.test(type)).slice(0, 1);
  for (const { type, schema } of typed(/json$/)) yield* longLists(type, schema, values);
  for (const { type } of typed(/xml$/)) yield gzipped('elements', type, `<a>${'<a b="c"/>'.repeat(MANY)}</a>`);
  for (const { type } of typed(/urlencoded$/)) yield gzipped('fields', type, 'a=1&'.repeat(MANY));
  for (const { type } of typed(/octet-stream$/)) yield gzipped('bytes', type, 'a'.repeat(MANY));
}

function* longLists(mediaType: string, schema: ValueSchema, values: Values): Generator<LongBody> {
  const writer = new BodyWriter(values);
  for (const list of ['', ...writer.findLists(schema)]) {
    for (const item of ['{}', undefined]) {
      const what = `${list || 'body'} of ${item ?? 'records'}`;
      const write = (count: (item: string) => number): string => writer.write(schema, { list, item, count });
      yield gzipped(
        `${what}, ${MANY}`,
        mediaType,
        write(() => MANY),
      );
      for (const most of NEARLY_TOO_MANY_VALUES) {
        const text = write((one) => Math.floor(most / valuesIn(one)));
        yield { what: `${what}, ${most} values`, mediaType, body: Buffer.from(text), isGzip: false };
      }
    }
  }
}

function gzipped(what: string, mediaType: string, text: string): LongBody {
  return { what, mediaType, body: gzipSync(text, { level: 6 }), isGzip: true };
}

/** Upper limit of the number of values; a comma in a text counts as well. */
function valuesIn(item: string): number {
  return 1 + (item.match(/[,[{]/g)?.length ?? 0);
}

interface Multiplied {
  /** Path of the list; `''` if the body itself is one. */
  list: string;
  /** The repeated item; undefined for a valid record. */
  item: string | undefined;
  count: (item: string) => number;
}

/** Writes JSON by repeating text, because the objects would not fit into memory. */
class BodyWriter {
  constructor(private readonly values: Values) {}

  /** Paths of the lists, e.g. `conditions` and `roots[].children`. */
  findLists(given: ValueSchema, path = '', depth = 0): string[] {
    const schema = this.values.resolve(given);
    if (depth > DEEPEST) return [];
    if (isList(schema)) {
      return [...(path === '' ? [] : [path]), ...this.findLists(schema.items ?? {}, `${path}[]`, depth + 1)];
    }
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      this.findLists(property, path === '' ? name : `${path}.${name}`, depth + 1),
    );
  }

  write(given: ValueSchema, wanted: Multiplied, path = '', name = ''): string {
    const schema = this.values.resolve(given);
    if (path === wanted.list) {
      const item = wanted.item ?? JSON.stringify(this.values.fitting(schema.items ?? schema, name)) ?? '0';
      const count = Math.min(wanted.count(item), Math.floor(MAX_BYTES / (item.length + 1)));
      return `[${`${item},`.repeat(count - 1)}${item}]`;
    }
    if (!wanted.list.startsWith(path)) return JSON.stringify(this.values.fitting(schema, name)) ?? 'null';
    if (isList(schema)) return `[${this.write(schema.items ?? {}, wanted, `${path}[]`, name)}]`;
    const members = Object.entries(schema.properties ?? {}).map(([key, property]) => {
      const below = path === '' ? key : `${path}.${key}`;
      return `${JSON.stringify(key)}:${this.write(property, wanted, below, key)}`;
    });
    return members.length === 0
      ? (JSON.stringify(this.values.fitting(schema, name)) ?? 'null')
      : `{${members.join(',')}}`;
  }
}

const isList = ({ type }: ValueSchema): boolean => [type].flat().includes('array');
