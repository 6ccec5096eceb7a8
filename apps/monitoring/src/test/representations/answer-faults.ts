import { strictSchema } from '@wardstone/testing';
import Ajv2020 from 'ajv/dist/2020';
import { htmlFaults } from './html-faults';
import { type DocumentSchema, findFaults } from './xml-schema';

export const WRAPPED = 'application/vnd.vendor.wrapped+json';

/** Media types with their suffixes and Content-Type. */
export const TYPES: Readonly<Record<string, readonly [suffix: string, contentType: string]>> = {
  'application/json': ['.json', 'application/json'],
  'application/xml': ['.xml', 'application/xml'],
  'text/html': ['.html', 'text/html; charset=utf-8'],
  [WRAPPED]: ['.jsonw', WRAPPED],
  'text/plain': ['.txt', 'text/plain; charset=utf-8'],
};

/** Schemas of a body by media type. */
export interface BodySchemas {
  /** JSON schema of the JSON types. */
  json: object;
  xml: DocumentSchema;
}

const ajv = new Ajv2020({ strict: true, formats: { int32: true, int64: true, uri: true } });

const strict = new WeakMap<object, object>();

/** A schema for clients that fail on unknown fields. */
function strictly(schema: object): object {
  const known = strict.get(schema) ?? strictSchema(schema as Record<string, unknown>);
  strict.set(schema, known);
  return known;
}

/** Faults of a body of this media type, as sentences. */
export function bodyFaults(type: string, text: string, { json, xml }: BodySchemas): string[] {
  switch (type) {
    case 'application/xml':
      return findFaults(text, xml);
    case 'text/html':
      return htmlFaults(text);
    case 'text/plain':
      return faultUnless(/^([^\n]*(: |\t)[^\n]*\n)+$/.test(text), `the text is ${text}`);
    default:
      return faultUnless(
        ajv.validate(strictly(json), JSON.parse(text)),
        `the JSON is not as documented: ${ajv.errorsText(ajv.errors)}`,
      );
  }
}

/** The fault, where something that should hold does not. */
export function faultUnless(holds: boolean, fault: string): string[] {
  return holds ? [] : [fault];
}
