import { type DtoClass, getDto, type Field, getFields, type MapValue, toLink } from '@wardstone/dto';
import { type AnyRecord } from '../record/result-kind';
import { parseXml, XmlBodyError, type XmlNode } from './xml-tree';

const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const INTEGER = /^[+-]?\d+$/;

/**
 * Reads the body that `renderXml` would write for the record. See rules http-6, http-12. Missing fields, nulls and
 * empty lists are omitted; unknown elements are ignored. A value of the wrong type stays text, so that validation
 * refuses it like the same text in JSON.
 * @throws XmlBodyError when the body is not XML, is refused as unsafe, or has another root element.
 */
export function readXmlRecord<T extends object>(body: string, dto: DtoClass<T>): Partial<T> {
  return readRecord(requireRoot(body, getDto(dto).element), dto) as Partial<T>;
}

/** Reads a `collection` of records; see `readXmlRecord`. */
export function readXmlRecords<T extends object>(body: string, dto: DtoClass<T>): Partial<T>[] {
  const { element } = getDto(dto);
  const items = requireRoot(body, 'collection').children.filter(({ name }) => name === element);
  return items.map((item) => readRecord(item, dto) as Partial<T>);
}

function requireRoot(body: string, name: string): XmlNode {
  const root = parseXml(body);
  if (root.name !== name) throw new XmlBodyError(`The XML body must be a ${name} element, not ${root.name}`);
  return root;
}

function readRecord(node: XmlNode, dto: DtoClass): AnyRecord {
  const values = getFields(dto).map(([key, field]) => [key, readField(node, key, field)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readField(record: XmlNode, key: string, field: Field): unknown {
  const name = field.element ?? key;
  if (name === false) return undefined;
  if (field.attribute) {
    const attribute = record.attributes[key];
    return attribute && toValue(field.kind, attribute.value);
  }
  const nodes = record.children.filter((child) => child.name === name);
  const [first] = nodes;
  if (first === undefined) return undefined;
  switch (field.kind) {
    case 'list':
      return nodes.map(({ text }) => toValue(field.items, text));
    case 'textMap':
      return readMap(first, ({ text }) => text);
    case 'objectMap':
    case 'object':
      return readMap(first, readTyped);
    case 'link':
      return readLink(first);
    case 'links':
      return nodes.map(readLink);
    case 'record':
      return readRecord(first, field.of());
    case 'records':
      return nodes.map((node) => readRecord(node, field.of()));
    default:
      return toValue(field.kind, first.text);
  }
}

/** Converts a text; returns it unchanged if it does not fit the field's kind. */
function toValue(kind: Field['kind'], text: string): unknown {
  const trimmed = text.trim();
  switch (kind) {
    case 'integer':
    case 'time':
      return INTEGER.test(trimmed) ? Number(trimmed) : text;
    case 'double':
    case 'number':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : text;
    default:
      return text;
  }
}

function readLink({ attributes }: XmlNode): unknown {
  return toLink(attributes['rel']?.value ?? '', attributes['href']?.value ?? '');
}

function readMap<V>(map: XmlNode, read: (value: XmlNode) => V): Record<string, V | null> {
  const entries = map.children.filter(({ name }) => name === 'entry');
  return Object.fromEntries(
    entries.map(({ children }) => {
      const key = children.find(({ name }) => name === 'key');
      if (key === undefined) throw new XmlBodyError(`An entry of ${map.name} has no key`);
      const value = children.find(({ name }) => name === 'value');
      return [key.text, value === undefined ? null : read(value)];
    }),
  );
}

/** Reads a value of `Map<String,Object>` by its `xsi:type`; text without one. */
function readTyped(node: XmlNode): MapValue {
  const { children, text } = node;
  const type = getSchemaType(node);
  switch (type) {
    case 'list':
      return children.filter(({ name }) => name === 'item').map((item) => (isEmptyItem(item) ? null : readTyped(item)));
    case 'map':
      return readMap(node, readTyped);
    case 'int':
    case 'long':
    case 'double':
    case 'boolean':
      return requireValue(type, text);
    default:
      return text;
  }
}

function isEmptyItem(item: XmlNode): boolean {
  return getSchemaType(item) === undefined && item.text === '' && item.children.length === 0;
}

/** Local part of the `xsi:type` attribute: the prefix is the writer's choice. */
function getSchemaType({ attributes }: XmlNode): string | undefined {
  const type = Object.values(attributes).find(({ uri, local }) => uri === SCHEMA_INSTANCE && local === 'type');
  return type?.value.trim().split(':').at(-1);
}

const KIND_OF_TYPE = { int: 'integer', long: 'integer', double: 'double', boolean: 'boolean' } as const;

function requireValue(type: keyof typeof KIND_OF_TYPE, text: string): number | boolean {
  const value = toValue(KIND_OF_TYPE[type], text);
  if (typeof value === 'string') throw new XmlBodyError(`"${text.slice(0, 100)}" is not of type ${type}`);
  return value as number | boolean;
}
