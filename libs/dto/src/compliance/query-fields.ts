import { parseIsoTime } from '@wardstone/clock';
import { ListQueryError, parseUuid, type QueryEntry } from '@wardstone/pagination';
import { field, type FieldOptions, type FieldType } from '../fields/registry';
import { ITEMS, rule } from '../fields/rules';

/** Problem with a parameter value; the text follows the parameter's name. */
export class Misread extends Error {}

interface QueryFieldParts {
  type: FieldType;
  schema: object;
  /**
   * Converts all entries of the parameter to its value.
   * @throws Misread, ListQueryError (its text is the whole response)
   */
  read: (entries: readonly QueryEntry[]) => unknown;
}

/** Declares a query parameter (rule compliance-3), and how its entries are read or refused. */
export function queryField<T>(
  description: string,
  { type, schema, read }: QueryFieldParts,
  options: FieldOptions<T> = {},
): PropertyDecorator {
  return field(
    description,
    { ...options, optional: true },
    {
      type,
      schema,
      rules: [rule('readable', (value) => (value instanceof Error ? value.message : undefined))],
      convert: (entries) => {
        try {
          return read(entries as readonly QueryEntry[]);
        } catch (error) {
          if (error instanceof Misread || error instanceof ListQueryError) return error;
          throw error;
        }
      },
    },
  );
}

/** Far above every bound, and short enough to convert to a number at once. */
const MAX_DIGITS = 30;
const BLANKS = new Set(' \t\n\v\f\r');

export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.has(text.charAt(start))) start += 1;
  while (end > start && BLANKS.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Parses text of the form `-?[0-9]+` between blanks.
 * @throws Misread
 */
export function parseInteger(text: string | undefined): bigint {
  const [, sign, padded] = /^(-?)([0-9]+)$/.exec(trimBlanks(text ?? '')) ?? [];
  if (sign === undefined || padded === undefined) throw new Misread('must be an integer');
  const digits = padded.replace(/^0+/, '').slice(0, MAX_DIGITS);
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

/** The last entry of a repeated scalar counts. */
export const lastEntry = (entries: readonly QueryEntry[]): QueryEntry => entries[entries.length - 1]!;

/** The text of a scalar; undefined if it has none or another form. */
export const scalarText = (entries: readonly QueryEntry[]): string | undefined => {
  const { form, value } = lastEntry(entries);
  return form === 'scalar' ? value : undefined;
};

/**
 * Repeated, bracketed and, with a separator, joined items as one list.
 * @throws Misread
 */
export function listItems(entries: readonly QueryEntry[], separator?: string): string[] {
  if (entries.some(({ form }) => form === 'entry')) throw new Misread('must be an array');
  return entries.flatMap(({ value = '' }) => (separator === undefined ? [value] : value.split(separator)));
}

/** `true`, `1` or `on`, `false` or `0`, in any letter case. */
export const FlagParameter = (description: string, options: FieldOptions<boolean>): PropertyDecorator =>
  queryField(
    description,
    {
      type: { kind: 'boolean' },
      schema: ITEMS.boolean.schema,
      read: (entries) => {
        const word = scalarText(entries)?.toLowerCase();
        if (word === 'true' || word === '1' || word === 'on') return true;
        if (word === 'false' || word === '0') return false;
        throw new Misread('must be either true or false');
      },
    },
    options,
  );

/** A record id in canonical form. */
export const UuidParameter = (description: string, options: FieldOptions<string>): PropertyDecorator =>
  queryField(
    description,
    {
      type: { kind: 'uuid' },
      schema: ITEMS.uuid.schema,
      read: (entries) => {
        const id = parseUuid(scalarText(entries) ?? '');
        if (id === undefined) throw new Misread('must be a UUID');
        return id;
      },
    },
    options,
  );

const MAX_GROUP_LENGTH = 255;

/** An inventory group of systems. */
export const GroupParameter = (description: string): PropertyDecorator =>
  queryField<string>(
    description,
    {
      type: { kind: 'string' },
      schema: { ...ITEMS.string.schema, maxLength: MAX_GROUP_LENGTH },
      read: (entries) => {
        const text = scalarText(entries) ?? '';
        if (text === '' || text.includes('\0') || !lastEntry(entries).isUtf8 || [...text].length > MAX_GROUP_LENGTH) {
          throw new Misread('must be the id of a group');
        }
        return text;
      },
    },
    { example: 'b0a4f3c8-2d8e-4a55-8d0a-5a1f1f4b7c01' },
  );

/** A time in ISO 8601. */
export const TimeParameter = (description: string, options: FieldOptions<Date>): PropertyDecorator =>
  queryField(
    description,
    {
      type: { kind: 'string' },
      schema: { ...ITEMS.string.schema, format: 'date-time' },
      read: (entries) => {
        const timeMs = parseIsoTime(scalarText(entries) ?? '');
        if (timeMs === undefined) throw new Misread('must be a time');
        return new Date(timeMs);
      },
    },
    options,
  );
