import type { Field } from './record-shape';
import { fieldsOf } from './record-shape';
import type { AnyShape } from './record-shape';
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

/** Schema of a result as JSON shows it. */
export function resultSchema(kind: ResultKind): JsonSchema {
  switch (kind.form) {
    case 'one':
      return recordSchema(kind.shape);
    case 'list':
      return { type: 'array', items: recordSchema(kind.shape) };
    case 'links':
      return { type: 'array', items: LINK_SCHEMA };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
  }
}

/** Schema of a list with its page around it; single records are not wrapped. Source: media spec 1.8. */
export function wrappedSchema(kind: ResultKind): JsonSchema {
  if (kind.form === 'one') return recordSchema(kind.shape);
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

/** Schema of one record, nested records included. */
export function recordSchema(shape: AnyShape, parents: readonly AnyShape[] = []): JsonSchema {
  const within = [...parents, shape];
  const fields = fieldsOf(shape);
  return {
    type: 'object',
    title: shape.name,
    description: shape.description,
    required: fields.filter(([, field]) => !field.optional).map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field, within)])),
  };
}

function fieldSchema(field: Field, parents: readonly AnyShape[]): JsonSchema {
  const schema = { ...valueSchema(field, parents), description: field.description };
  return field.nullable ? { anyOf: [schema, { type: 'null' }], description: field.description } : schema;
}

function valueSchema(field: Field, parents: readonly AnyShape[]): JsonSchema {
  switch (field.kind) {
    case 'text':
      return field.oneOf ? { type: 'string', enum: [...field.oneOf] } : { type: 'string' };
    case 'integer':
      return { type: 'integer' };
    case 'time':
      return { type: 'integer', format: 'int64' };
    case 'double':
      return { anyOf: [{ type: 'number' }, { type: 'string', const: 'NaN' }] };
    case 'flag':
      return { type: 'boolean' };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'integers':
      return { type: 'array', items: { type: 'integer' } };
    case 'textMap':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'objectMap':
      return { type: 'object', additionalProperties: true };
    case 'link':
      return LINK_SCHEMA;
    case 'links':
      return { type: 'array', items: LINK_SCHEMA };
    case 'record':
      return nestedSchema(field.shape(), parents);
    case 'records':
      return { type: 'array', items: nestedSchema(field.shape(), parents) };
  }
}

/** A shape inside itself is described once; the inner one says so. */
function nestedSchema(shape: AnyShape, parents: readonly AnyShape[]): JsonSchema {
  return parents.includes(shape)
    ? { type: 'object', title: shape.name, description: `${shape.description} (as above)` }
    : recordSchema(shape, parents);
}
