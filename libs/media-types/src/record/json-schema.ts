import { type DtoClass, getDto, type Field, getFields, type ItemKind } from '@wardstone/dto';
import type { ResultKind } from './result-kind';

/** Schema of the API document (OpenAPI 3.1, JSON Schema 2020-12). */
export type JsonSchema = Record<string, unknown>;

export const LINK_SCHEMA: JsonSchema = {
  type: 'object',
  title: 'Link',
  description: 'A link: an object whose single key is the relation',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: {
    type: 'object',
    required: ['href'],
    properties: { href: { type: 'string', description: 'Address of the target' } },
  },
};

/** Schema of a result in JSON. */
export function resultSchema(kind: ResultKind): JsonSchema {
  switch (kind.form) {
    case 'one':
      return recordSchema(kind.dto);
    case 'list':
      return { type: 'array', items: recordSchema(kind.dto) };
    case 'links':
      return { type: 'array', items: LINK_SCHEMA };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
  }
}

/** Schema of a list with its page around it; single records are not wrapped. See rule http-8. */
export function wrappedSchema(kind: ResultKind): JsonSchema {
  if (kind.form === 'one') return recordSchema(kind.dto);
  const count = (description: string): JsonSchema => ({ type: 'integer', description });
  return {
    type: 'object',
    required: ['data', 'pageSize', 'currentPage', 'lastPage', 'totalSize', 'links'],
    properties: {
      data: resultSchema(kind),
      pageSize: count('Rows of a page; -1 when unlimited'),
      currentPage: count('Number of this page, from 0'),
      lastPage: count('Number of the last page'),
      totalSize: count('Length of the whole list'),
      links: { type: 'array', items: LINK_SCHEMA, description: 'next, prev, last and current page' },
    },
  };
}

/** Schema of one record as the product writes it, nested records included. */
export function recordSchema(dto: DtoClass): JsonSchema {
  return getRecordSchema(dto, { parents: [], isSent: false });
}

/**
 * Schema of a record as sent by a client. Clients may omit fields, in nested records too, and may send what they have
 * read. Bodies accept no `"NaN"`.
 */
export function sentRecordSchema(dto: DtoClass): JsonSchema {
  return getRecordSchema(dto, { parents: [], isSent: true });
}

interface Context {
  readonly parents: readonly DtoClass[];
  readonly isSent: boolean;
}

function getRecordSchema(dto: DtoClass, { parents, isSent }: Context): JsonSchema {
  const within = { parents: [...parents, dto], isSent };
  const fields = getFields(dto);
  const { name: title, description } = getDto(dto);
  return {
    type: 'object',
    title,
    description,
    ...(!isSent && {
      required: fields.filter(([, field]) => !field.optional && !field.onRequest).map(([name]) => name),
    }),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(name, field, within)])),
  };
}

const ITEM_SCHEMAS: Readonly<Record<ItemKind, JsonSchema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  uuid: { type: 'string', format: 'uuid' },
};

function fieldSchema(name: string, field: Field, context: Context): JsonSchema {
  const isOnRequest = field.onRequest === true && !context.isSent;
  const description = isOnRequest ? `${field.description}. Only with \`include=${name}\`` : field.description;
  const schema = { ...valueSchema(field, context), description };
  return field.nullable ? { anyOf: [schema, { type: 'null' }], description } : schema;
}

function valueSchema(field: Field, context: Context): JsonSchema {
  switch (field.kind) {
    case 'string':
      return field.values ? { type: 'string', enum: [...field.values] } : { type: 'string' };
    case 'time':
      return { type: 'integer', format: 'int64' };
    case 'double':
      return context.isSent
        ? { type: 'number', format: 'double' }
        : { anyOf: [{ type: 'number' }, { type: 'string', const: 'NaN' }] };
    case 'list':
      return { type: 'array', items: ITEM_SCHEMAS[field.items] };
    case 'textMap':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'objectMap':
    case 'object':
      return { type: 'object', additionalProperties: true };
    case 'link':
      return LINK_SCHEMA;
    case 'links':
      return { type: 'array', items: LINK_SCHEMA };
    case 'record':
      return nestedSchema(field.of(), context);
    case 'records':
      return { type: 'array', items: nestedSchema(field.of(), context) };
    default:
      return ITEM_SCHEMAS[field.kind];
  }
}

/** A record nested in its own kind is described once and then referenced. */
function nestedSchema(dto: DtoClass, context: Context): JsonSchema {
  if (!context.parents.includes(dto)) return getRecordSchema(dto, context);
  const { name, description } = getDto(dto);
  return { type: 'object', title: name, description: `${description} (as above)` };
}
