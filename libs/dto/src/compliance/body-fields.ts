import { parseIsoTime } from '@wardstone/clock';
import { field, type FieldOptions } from '../fields/registry';
import { ITEMS, rule } from '../fields/rules';
import { type Fields, isFields } from '../values';

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Why the database rejects a text; undefined if it does not. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain null bytes';
  return LONE_SURROGATE.test(text) ? 'must have valid encoding' : undefined;
}

/** Text that the database can store. */
export const TextField = (description: string, options: FieldOptions<string> = {}): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'string' },
    rules: [rule('text', (value) => (typeof value === 'string' ? textProblem(value) : 'must be a string'))],
    schema: ITEMS.string.schema,
  });

/** An integer of any magnitude; only JSON numbers are accepted. */
export const WholeNumberField = (
  description: string,
  { min, max, ...options }: FieldOptions<number> & { min?: number; max?: number },
): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'integer' },
    rules: [
      rule('wholeNumber', (value) => {
        if (!Number.isInteger(value)) return 'must be an integer';
        if (min !== undefined && (value as number) < min) return `must be greater than or equal to ${min}`;
        return max !== undefined && (value as number) > max ? `must be less than or equal to ${max}` : undefined;
      }),
    ],
    schema: {
      ...ITEMS.integer.schema,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    },
  });

/** A list of texts; `convert` removes those without meaning. */
export const TextListField = (
  description: string,
  options: FieldOptions<readonly string[]> & {
    convert?: (texts: readonly string[]) => readonly string[];
    items?: object;
  },
): PropertyDecorator => {
  const { convert, items = ITEMS.string.schema, ...rest } = options;
  const areTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string');
  return field(description, rest, {
    type: { kind: 'list', items: 'string' },
    rules: [
      rule('textList', (value) => {
        if (!Array.isArray(value)) return 'must be an array';
        return areTexts(value) ? undefined : 'must be an array of strings';
      }),
    ],
    schema: { type: 'array', items },
    ...(convert && { convert: (value: unknown) => (areTexts(value) ? convert(value) : value) }),
  });
};

/** A time in ISO 8601, read as UTC with milliseconds. */
export const IsoTimeField = (description: string, options: FieldOptions<string>): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'string' },
    rules: [
      rule('time', (value) =>
        typeof value === 'string' && parseIsoTime(value) !== undefined ? undefined : 'must be an ISO 8601 timestamp',
      ),
    ],
    schema: { type: 'string', format: 'date-time' },
    convert: (value) => {
      const timeMs = typeof value === 'string' ? parseIsoTime(value) : undefined;
      return timeMs === undefined ? value : new Date(timeMs).toISOString();
    },
  });

interface ObjectListOptions extends FieldOptions<readonly object[]> {
  /** Returns the class of the elements. */
  of: () => new () => object;
  /** Permitted keys of an element. */
  keys: readonly string[];
  isElement: (value: Fields) => boolean;
  /** Description of the elements, for the error text. */
  shape: string;
  /** Values of keys that an element lacks. */
  defaults?: object;
}

/** A list of small objects. Problems within an element share one text, except text that cannot be stored. */
export function ObjectListField(description: string, listOptions: ObjectListOptions): PropertyDecorator {
  const { of, keys, isElement, shape, defaults, ...options } = listOptions;
  const elementProblem = (value: unknown): string | undefined => {
    const isOne = isFields(value) && Object.keys(value).every((key) => keys.includes(key)) && isElement(value);
    if (!isOne) return `must be an array of ${shape}`;
    return firstProblem(Object.values(value).map((text) => (typeof text === 'string' ? textProblem(text) : undefined)));
  };
  return field(description, options, {
    type: { kind: 'records', of },
    rules: [
      rule('objectList', (value) =>
        Array.isArray(value) ? firstProblem(value.map(elementProblem)) : 'must be an array',
      ),
    ],
    schema: { type: () => of(), isArray: true },
    convert: (value) =>
      Array.isArray(value) ? value.map((item: unknown) => (isFields(item) ? { ...defaults, ...item } : item)) : value,
  });
}

const firstProblem = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);
