/**
 * Rewrites `nullable: true`, which OpenAPI 3.0 knew and 3.1 ignores, as a type that includes `null`.
 * Returns a new document; schemas that are references become `anyOf` with `null`.
 */
export function withNullTypes<T>(document: T): T {
  return rewrite(document) as T;
}

const COMBINATIONS = ['allOf', 'anyOf', 'oneOf'];

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, rewrite(value)] as const);
  const { nullable, ...schema } = Object.fromEntries(entries) as Record<string, unknown>;
  if (nullable !== true && nullable !== false) return Object.fromEntries(entries);
  if (!nullable) return schema;
  const { type, enum: values } = schema;
  // All parts of a combination have to hold: a `null` in the type beside them would satisfy none.
  if (typeof type !== 'string' || COMBINATIONS.some((key) => key in schema)) {
    const { description, example, ...rest } = schema;
    return {
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      anyOf: [rest, { type: 'null' }],
    };
  }
  const withNull = { ...schema, type: [type, 'null'] };
  return Array.isArray(values) ? { ...withNull, enum: [...(values as unknown[]), null] } : withNull;
}
