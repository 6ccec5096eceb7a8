import type { Field, MapValue } from '../shape/record-shape';
import { partsOf } from '../shape/link';
import type { Link } from '../shape/link';
import { fieldsOf } from '../shape/record-shape';
import type { AnyRecord, AnyShape } from '../shape/record-shape';
import { itemsOf } from '../shape/result-kind';
import type { ListKind, ResultKind } from '../shape/result-kind';
import { escapeAttribute, escapeText } from '@wardstone/markup';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SCHEMA_TYPES =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type=';
const MAX_INT = 2 ** 31 - 1;

/** A whole document. Source: media spec 1.6. */
export function renderXml(kind: ResultKind, value: unknown): string {
  return DECLARATION + (kind.form === 'one' ? recordXml(kind.shape, value as AnyRecord) : collectionXml(kind, value));
}

function collectionXml(kind: ListKind, value: unknown): string {
  const items = itemsOf(kind, value) ?? [];
  return element('collection', items.map((item) => itemXml(kind, item)).join(''));
}

function itemXml(kind: ListKind, item: unknown): string {
  if (kind.form === 'links') return linkXml('link', item as Link);
  if (kind.form === 'texts') return `<value value="${escapeAttribute(String(item))}"/>`;
  return recordXml(kind.shape, item as AnyRecord);
}

function recordXml(shape: AnyShape, record: AnyRecord, name = shape.element): string {
  let attributes = '';
  let children = '';
  for (const [key, field] of fieldsOf(shape)) {
    const value = record[key];
    const elementName = field.element ?? key;
    if (elementName === false || value === null || value === undefined) continue;
    if (field.attribute) attributes += ` ${key}="${escapeAttribute(plainText(value))}"`;
    else children += fieldXml(elementName, field, value);
  }
  return element(name, children, attributes);
}

function fieldXml(name: string, field: Field, value: unknown): string {
  switch (field.kind) {
    case 'texts':
    case 'integers':
      return (value as readonly unknown[]).map((item) => element(name, escapeText(plainText(item)))).join('');
    case 'textMap':
      return mapXml(name, value as Record<string, string>, (text) => element('value', escapeText(text)));
    case 'objectMap':
      return mapXml(name, value as Record<string, MapValue>, (item) => typedXml('value', item));
    case 'link':
      return linkXml(name, value as Link);
    case 'links':
      return (value as readonly Link[]).map((link) => linkXml(name, link)).join('');
    case 'record':
      return recordXml(field.shape(), value as AnyRecord, name);
    case 'records':
      return (value as readonly AnyRecord[]).map((record) => recordXml(field.shape(), record, name)).join('');
    default:
      return element(name, escapeText(plainText(value)));
  }
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
 * A value of `Map<String,Object>` with its type. Null is an entry without value; lists and maps, which XML Schema has no
 * simple types for, are marked `list` (of `item` elements) and `map` (of entries).
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
  const { rel, href } = partsOf(link);
  return `<${name} rel="${escapeAttribute(rel)}" href="${escapeAttribute(href)}"/>`;
}

function element(name: string, content: string, attributes = ''): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

/** Text of a field that holds one value. */
function plainText(value: unknown): string {
  return String(value);
}
