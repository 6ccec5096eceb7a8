import type { Kind, Schema } from './kind';

/** An object schema without further fields. */
export function objectSchema(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}

const NAME: Schema = { type: 'string', minLength: 1, description: 'Name of the record' };

/** Schema of a whole document. */
export function makeSchema({ kind, about, fields, required = [], nameSchema = {} }: Kind): Schema {
  const spec = objectSchema(fields(), required);
  const properties = { kind: { const: kind }, name: { ...NAME, ...nameSchema }, spec };
  return { title: kind, description: about, ...objectSchema(properties) };
}

/** Schema of files with documents of any kind. */
export function schemaOfAll(kinds: readonly Kind[]): Schema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', oneOf: kinds.map(makeSchema) };
}
