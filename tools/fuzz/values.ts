import { HOSTILE_TEXTS } from './corpus';
import type { KnownIds } from '../requests/known-ids';
import { type Components, type ValueSchema, resolveSchema } from '../requests/schema';
import type { Random } from './random';

const NUMBERS = [
  0,
  -1,
  1,
  1.5,
  -0.0001,
  100,
  101,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  1e308,
  5e-324,
  // Times: the end of the year 9999, that of JavaScript, hours beyond 32 bits, the largest safe integer.
  253_402_300_800_000,
  8_640_000_000_000_001,
  7_730_000_000_000_000,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 63,
];

/** Valid values for a schema, those at its limits, and invalid ones. */
export class Values {
  constructor(
    private readonly random: Random,
    private readonly components: Components,
    private readonly known: KnownIds,
  ) {}

  resolve(schema: ValueSchema): ValueSchema {
    return resolveSchema(schema, this.components);
  }

  /**
   * A value that is valid for the schema.
   * @param name name of the parameter or property, which may identify the kind of record of an id
   */
  fitting(given: ValueSchema, name = '', depth = 0): unknown {
    const schema = this.resolve(given);
    const { random } = this;
    const ids = this.known.named(name);
    if (ids !== undefined && schema.type !== 'array' && random.chance(0.7)) return asTyped(random.pick(ids), schema);
    if (typeof schema.example === 'object' && schema.example !== null && random.chance(0.5)) {
      return this.withKnownIds(schema.example);
    }
    return this.ofType(schema, name, depth);
  }

  private ofType(schema: ValueSchema, name: string, depth: number): unknown {
    const { random } = this;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    switch (type) {
      case 'integer':
        return Math.floor(this.between(schema.minimum ?? -10, schema.maximum ?? 1000));
      case 'number':
        return this.between(schema.minimum ?? -10, schema.maximum ?? 1000);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'array':
        return Array.from({ length: random.below(4) }, () => this.fitting(schema.items ?? {}, name, depth + 1));
      case 'object':
        return this.fittingObject(schema, depth);
      default:
        return this.fittingText(schema);
    }
  }

  /** A value of another type, size or shape. */
  hostile(given: ValueSchema = {}, depth = 0): unknown {
    const { random } = this;
    const schema = this.resolve(given);
    switch (random.below(9)) {
      case 0:
        return random.pick(NUMBERS);
      case 1:
        return random.pick([null, true, false, {}, [], [[]], [null], { a: { b: {} } }]);
      case 2:
        return schema.maximum !== undefined ? schema.maximum + 1 : random.pick(NUMBERS);
      case 3:
        return schema.maxLength !== undefined ? 'a'.repeat(Math.min(schema.maxLength + 1, 20_000)) : this.hostileText();
      case 4:
        return Array.from({ length: random.pick([1, 30, 1_500]) }, () => this.hostileText());
      case 5:
        return depth > 3 ? 'deep' : { [this.hostileText()]: this.hostile({}, depth + 1), id: this.hostileText() };
      default:
        return this.hostileText();
    }
  }

  hostileText(): string {
    return this.random.pick(HOSTILE_TEXTS);
  }

  private fittingObject({ properties = {}, required = [] }: ValueSchema, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties)) {
      if (depth < 5 && (required.includes(name) || this.random.chance(0.5)))
        object[name] = this.fitting(schema, name, depth + 1);
    }
    return object;
  }

  private fittingText({ format, example, minLength = 0, maxLength = 60 }: ValueSchema): string {
    const { random } = this;
    const ids = this.known.all;
    if (format === 'uuid' && ids.length > 0 && random.chance(0.8)) return random.pick(ids);
    if (typeof example === 'string' && random.chance(0.7)) return example;
    if (format === 'date-time') return new Date(Date.UTC(2026, random.below(12), 1 + random.below(28))).toISOString();
    return 'abcdefgh '.repeat(10).slice(0, Math.max(minLength, 1 + random.below(Math.min(maxLength, 60))));
  }

  /** An example of the document with ids of existing records. */
  private withKnownIds(example: unknown, name = ''): unknown {
    const ids = this.known.named(name);
    if (typeof example === 'object' && example !== null) {
      if (Array.isArray(example)) return example.map((item) => this.withKnownIds(item, name));
      return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, this.withKnownIds(value, key)]));
    }
    if (ids === undefined) return example;
    return asTyped(this.random.pick(ids), { type: typeof example });
  }

  private between(low: number, high: number): number {
    return this.random.chance(0.2) ? this.random.pick([low, high]) : low + this.random.next() * (high - low);
  }
}

/** Ids are stored as text, and converted if numbers are expected. */
function asTyped(id: string, { type }: ValueSchema): unknown {
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
  return isNumber && /^\d+$/.test(id) ? Number(id) : id;
}
