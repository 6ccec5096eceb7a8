import { type DtoClass, type Field, getFields, toLink } from '@wardstone/dto';
import { lastPage, type PageLink } from '@wardstone/pagination';
import { type AnyRecord, getItems, type ListPage, getPage, type ResultKind } from '../record/result-kind';

/** Records already have the format of JSON; of a paged list, only the items are written. See rule http-5. */
export function renderJson(kind: ResultKind, value: unknown): string {
  if (kind.form !== 'one') return listJson(kind, getItems(kind, value)!);
  return isRecord(value) ? jsonWriter(kind.dto)(value) : JSON.stringify(value);
}

/** Lists with paging information, single records unchanged. A list without paging is a single page. See rule http-8. */
export function renderWrappedJson(kind: ResultKind, value: unknown, links: readonly PageLink[]): string {
  const data = getItems(kind, value);
  if (data === undefined) return renderJson(kind, value);
  return `{"data":${listJson(kind, data)}${wrappedFoot(getPage(kind, value), data.length, links)}`;
}

/** End of a wrapped list with `count` items. */
export function wrappedFoot(page: ListPage | undefined, count: number, links: readonly PageLink[]): string {
  const around = JSON.stringify({
    pageSize: page?.window.size ?? count,
    currentPage: page?.window.page ?? 0,
    lastPage: page ? lastPage(page.window, page.total) : 0,
    totalSize: page?.total ?? count,
    links: links.map(({ rel, href }) => toLink(rel, href)),
  });
  return `,${around.slice(1)}`;
}

function listJson(kind: ResultKind, data: readonly unknown[]): string {
  return kind.form === 'list' ? jsonArray(kind.dto, data as readonly AnyRecord[]) : JSON.stringify(data);
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null;
}

type Write = (record: AnyRecord) => string;

const writers = new WeakMap<DtoClass, Write>();

/**
 * Writes records as JSON like `JSON.stringify`, except that doubles always have a fraction, so that typed clients read
 * a double. Classes without doubles use `JSON.stringify`.
 */
export function jsonWriter(dto: DtoClass): Write {
  const known = writers.get(dto);
  if (known) return known;
  const write = holdsDoubles(dto) ? recordWriter(dto) : JSON.stringify;
  writers.set(dto, write);
  return write;
}

function holdsDoubles(dto: DtoClass, seen: Set<DtoClass> = new Set()): boolean {
  if (seen.has(dto)) return false;
  seen.add(dto);
  return getFields(dto).some(
    ([, field]) =>
      field.kind === 'double' ||
      ((field.kind === 'record' || field.kind === 'records') && holdsDoubles(field.of(), seen)),
  );
}

function recordWriter(dto: DtoClass): Write {
  const members = new Map(getFields(dto).map(([name, field]) => [name, memberWriter(name, field)]));
  return (record) => {
    let json = '';
    // In the order of the record, like JSON.stringify.
    for (const name in record) {
      const value = record[name];
      if (value === undefined) continue;
      const member = members.get(name);
      json += (json === '' ? '{' : ',') + (member ? member(value) : `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    }
    return json === '' ? '{}' : `${json}}`;
  };
}

function memberWriter(name: string, field: Field): (value: unknown) => string {
  const key = `${JSON.stringify(name)}:`;
  switch (field.kind) {
    case 'double':
      return (value) => key + (typeof value === 'number' ? doubleText(value) : JSON.stringify(value));
    case 'integer':
    case 'time':
      return (value) => key + (Number.isFinite(value) ? String(value) : JSON.stringify(value));
    case 'record':
      return (value) => key + (value === null ? 'null' : jsonWriter(field.of())(value as AnyRecord));
    case 'records':
      return (value) => key + (value === null ? 'null' : jsonArray(field.of(), value as readonly AnyRecord[]));
    default:
      return (value) => key + JSON.stringify(value);
  }
}

export function jsonArray(dto: DtoClass, records: readonly AnyRecord[]): string {
  const write = jsonWriter(dto);
  if (write === JSON.stringify) return JSON.stringify(records);
  let json = '[';
  for (let i = 0; i < records.length; i += 1) json += (i === 0 ? '' : ',') + write(records[i]!);
  return `${json}]`;
}

/** Larger numbers are written with an exponent, which already makes them doubles. */
const PLAIN = 1e21;

function doubleText(value: number): string {
  if (Number.isInteger(value) && value < PLAIN && value > -PLAIN) return `${value}.0`;
  return Number.isFinite(value) ? String(value) : 'null';
}
