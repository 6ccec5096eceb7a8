/** The parts of a JSON schema that are used to create values. */
export interface ValueSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  items?: ValueSchema;
  xml?: { name?: string };
  allOf?: ValueSchema[];
  anyOf?: ValueSchema[];
  oneOf?: ValueSchema[];
}

export type Components = Readonly<Record<string, ValueSchema>>;

function resolveReference(schema: ValueSchema, components: Components): ValueSchema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return name === undefined ? schema : resolveReference(components[name] ?? {}, components);
}

/** The schema behind references and compositions; of a choice, the first. */
export function resolveSchema(given: ValueSchema, components: Components): ValueSchema {
  const schema = resolveReference(given, components);
  const parts = schema.allOf ?? (schema.anyOf ?? schema.oneOf)?.slice(0, 1) ?? [];
  return parts
    .map((part) => resolveSchema(part, components))
    .reduce((whole, part) => {
      const properties = { ...whole.properties, ...part.properties };
      return { ...whole, ...part, ...(Object.keys(properties).length > 0 && { properties }) };
    }, schema);
}

/** The example of a schema, or one composed of those of its parts. */
export function toSample(given: ValueSchema, components: Components, depth = 0): unknown {
  const schema = resolveReference(given, components);
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const sample = (part: ValueSchema): unknown => toSample(part, components, depth + 1);
  const found = [schema.example, schema.default, schema.enum?.[0]].find((value) => value !== undefined);
  if (found !== undefined || depth > 5) return found;
  if (allOf) return Object.assign({}, ...allOf.map(sample)) as unknown;
  const [choice] = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (choice) return sample(choice);
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sample(part)]));
  if (items) return [sample(items)];
  const [type] = [schema.type].flat();
  return { string: 'text', integer: 1, number: 1, boolean: true, array: [] }[type ?? ''] ?? {};
}
