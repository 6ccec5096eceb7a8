import { parseUuid } from '@wardstone/pagination';
import {
  type CheckedFilter,
  FilterError,
  type FilterField,
  type FilterFields,
  type FilterNode,
  type FilterValue,
  type Operator,
  type Presence,
} from './ast';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', 'f', '0', 'off', 'no'].map((word) => [word, false] as const),
]);

const WHOLE_NUMBER = /^([+-]?)([0-9]+)$/;
/** No signed 64-bit number has more digits. */
const MAX_DIGITS = 19;

function readInteger(text: string, bits: 32 | 64): FilterValue | undefined {
  const [, sign, padded] = WHOLE_NUMBER.exec(text) ?? [];
  if (sign === undefined || padded === undefined) return undefined;
  const side = sign === '-' ? 'below' : 'above';
  const digits = padded.replace(/^0+/, '');
  // Limits the work for thousands of digits.
  if (digits.length > MAX_DIGITS) return { kind: 'outOfRange', side };
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  return BigInt.asIntN(bits, value) === value ? { kind: 'integer', value } : { kind: 'outOfRange', side };
}

function readCustom(value: unknown): FilterValue | undefined {
  return value === undefined ? undefined : { kind: 'custom', value };
}

function readBoolean(text: string): FilterValue | undefined {
  const value = BOOLEANS.get(text.toLowerCase());
  return value === undefined ? undefined : { kind: 'boolean', value };
}

function readUuid(text: string): FilterValue | undefined {
  const value = parseUuid(text);
  return value === undefined ? undefined : { kind: 'uuid', value };
}

function readAs(field: FilterField, text: string): FilterValue | undefined {
  switch (field.kind) {
    case 'text':
    case 'enum':
      return { kind: 'text', value: text };
    case 'integer':
      return readInteger(text, field.bits);
    case 'boolean':
      return readBoolean(text);
    case 'uuid':
      return readUuid(text);
    case 'custom':
      return field.parse ? readCustom(field.parse(text)) : { kind: 'text', value: text };
  }
}

function requireField(name: string, operator: Operator | Presence, fields: FilterFields): FilterField {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new FilterError(`Field '${name}' not recognized for searching!`);
  if (field.barred) throw new FilterError(`Field '${name}' is not searchable in this context`);
  const allowed =
    operator === 'null' || operator === 'notnull' ? field.presence === true : field.operators.includes(operator);
  if (!allowed) throw new FilterError(`the operator '${operator}' is not supported for field '${name}'`);
  return field;
}

function requireValue(name: string, field: FilterField, text: string): FilterValue {
  const value = readAs(field, text);
  if (!value) throw new FilterError(`Value '${text}' is not valid for field '${name}'`);
  return value;
}

/**
 * Checks a parsed filter against the fields of one list and reads its values (rules filter-4, filter-5, compliance-14).
 * Per term: field known, then not barred, then operator allowed, then value valid. The value of a pattern (`~`, `!~`)
 * is always text.
 * @throws FilterError for the leftmost offence.
 */
export function checkFilter(node: FilterNode, fields: FilterFields): CheckedFilter {
  switch (node.type) {
    case 'and':
    case 'or':
      return { type: node.type, operands: node.operands.map((operand) => checkFilter(operand, fields)) };
    case 'not':
      return { type: 'not', operand: checkFilter(node.operand, fields) };
    case 'stray':
      throw new FilterError(`'${node.text}' is not a valid query string`);
    case 'presence':
      requireField(node.field, node.presence, fields);
      return node;
    case 'comparison': {
      const field = requireField(node.field, node.operator, fields);
      const isPattern = node.operator === 'like' || node.operator === 'unlike';
      const value: FilterValue = isPattern
        ? { kind: 'text', value: node.value }
        : requireValue(node.field, field, node.value);
      return { ...node, value };
    }
    case 'membership': {
      const field = requireField(node.field, node.operator, fields);
      return { ...node, values: node.values.map((text) => requireValue(node.field, field, text)) };
    }
  }
}
