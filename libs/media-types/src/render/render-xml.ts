import { type DtoClass, getDto, type Field, getFields, type Link, type MapValue, linkParts } from '@wardstone/dto';
import { type AnyRecord, getItems, type ListKind, type ResultKind } from '../record/result-kind';
import { escapeAttribute, escapeText } from '@wardstone/markup';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SCHEMA_TYPES =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type=';
const MAX_INT = 2 ** 31 - 1;

/** Writes a complete document. See rule http-6. */
export function renderXml(kind: ResultKind, value: unknown): string {
  return DECLARATION + (kind.form === 'one' ? recordWriter(kind.dto)(value) : collectionXml(kind, value));
}

function collectionXml(kind: ListKind, value: unknown): string {
  let items = '';
  const write = itemWriter(kind);
  for (const item of getItems(kind, value) ?? []) items += write(item);
  return element('collection', items);
}

function itemWriter(kind: ListKind): Writer {
  switch (kind.form) {
    case 'links':
      return (item) => linkXml('link', item as Link);
    case 'texts':
      return (item) => `<value value="${escapeAttribute(String(item))}"/>`;
    case 'list':
      return recordWriter(kind.dto);
  }
}

function recordWriter(dto: DtoClass): Writer {
  return getWriter(dto, getDto(dto).element);
}

/** Writes a value as its elements or attribute. */
type Writer<T = unknown> = (value: T) => string;

interface FieldWriter {
  readonly key: string;
  readonly write: Writer;
}

const writers = new WeakMap<DtoClass, Map<string, Writer>>();

/**
 * Creates a function that writes records of a class as elements of this name. Everything that does not depend on a
 * record is computed once for each class, because lists have hundreds of records with a dozen fields each.
 */
function getWriter(dto: DtoClass, name: string): Writer {
  const known = writers.get(dto) ?? new Map<string, Writer>();
  writers.set(dto, known);
  const writer = known.get(name) ?? makeWriter(dto, name);
  known.set(name, writer);
  return writer;
}

function makeWriter(dto: DtoClass, name: string): Writer {
  const attributes: FieldWriter[] = [];
  const children: FieldWriter[] = [];
  for (const [key, field] of getFields(dto)) {
    const elementName = field.element ?? key;
    if (elementName === false) continue;
    if (field.attribute) attributes.push({ key, write: (value) => ` ${key}="${escapeAttribute(String(value))}"` });
    else children.push({ key, write: fieldWriter(elementName, field) });
  }
  return (record) => element(name, written(children, record as AnyRecord), written(attributes, record as AnyRecord));
}

/** Writes the fields that have a value. */
function written(fields: readonly FieldWriter[], record: AnyRecord): string {
  let xml = '';
  for (const { key, write } of fields) {
    const value = record[key];
    if (value !== null && value !== undefined) xml += write(value);
  }
  return xml;
}

function fieldWriter(name: string, field: Field): Writer {
  switch (field.kind) {
    case 'list':
      return each((item) => element(name, textXml(item)));
    case 'textMap':
      return (value) => mapXml(name, value as Record<string, string>, (text) => element('value', escapeText(text)));
    case 'objectMap':
    case 'object':
      return (value) => mapXml(name, value as Record<string, MapValue>, (item) => typedXml('value', item));
    case 'link':
      return (value) => linkXml(name, value as Link);
    case 'links':
      return each((link) => linkXml(name, link as Link));
    case 'record':
      return (value) => getWriter(field.of(), name)(value);
    case 'records':
      return each((record) => getWriter(field.of(), name)(record));
    default:
      return (value) => element(name, textXml(value));
  }
}

/** Writes a single value; only text needs escaping. */
function textXml(value: unknown): string {
  return typeof value === 'string' ? escapeText(value) : String(value);
}

function each(write: Writer): Writer {
  return (values) => {
    let xml = '';
    for (const value of values as readonly unknown[]) xml += write(value);
    return xml;
  };
}

function mapXml<V>(name: string, map: Readonly<Record<string, V>>, valueXml: (value: V) => string): string {
  return element(name, entriesXml(map, valueXml));
}

function entriesXml<V>(map: Readonly<Record<string, V>>, valueXml: (value: V) => string): string {
  return Object.entries(map)
    .map(([key, value]) => element('entry', element('key', escapeText(key)) + valueXml(value)))
    .join('');
}

/**
 * Writes a value of `Map<String,Object>` with its type. Null is an entry without value; lists and maps, for which XML
 * Schema has no simple type, are marked `list` (of `item` elements) and `map` (of entries).
 */
function typedXml(name: string, value: MapValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    const items = (value as readonly MapValue[]).map((item) => (item === null ? '<item/>' : typedXml('item', item)));
    return element(name, items.join(''), ` ${SCHEMA_TYPES}"list"`);
  }
  if (typeof value === 'object') {
    const entries = entriesXml(value as Record<string, MapValue>, (item) => typedXml('value', item));
    return element(name, entries, ` ${SCHEMA_TYPES}"map"`);
  }
  return element(name, escapeText(String(value)), ` ${SCHEMA_TYPES}"xs:${schemaType(value)}"`);
}

function schemaType(value: string | number | boolean): string {
  if (typeof value !== 'number') return typeof value;
  if (!Number.isSafeInteger(value)) return 'double';
  return Math.abs(value) <= MAX_INT ? 'int' : 'long';
}

function linkXml(name: string, link: Link): string {
  const { rel, href } = linkParts(link);
  return `<${name} rel="${escapeAttribute(rel)}" href="${escapeAttribute(href)}"/>`;
}

function element(name: string, content: string, attributes = ''): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}
