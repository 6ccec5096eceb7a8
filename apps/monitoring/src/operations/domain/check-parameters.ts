import type { MapValue } from '@wardstone/dto';
import { compileBounded } from '@wardstone/patterns';
import type {
  Constraint,
  ListProperty,
  MapProperty,
  PropertyDefinition,
  SimpleProperty,
} from '@wardstone/plugin-descriptor';
import { isLongerThan } from '@wardstone/units';

export type Parameters = Readonly<Record<string, MapValue>>;

const MAX_CHARACTERS = 2000;
const WHOLE = /^[+-]?[0-9]+$/;
const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const INT = { min: -(2n ** 31n), max: 2n ** 31n - 1n };
const LONG = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/**
 * All problems with the parameters of an operation; empty if they can be sent to an agent. Undeclared parameters are
 * accepted. See rule operations-5.
 */
export function checkParameters(properties: readonly PropertyDefinition[], parameters: Parameters): string[] {
  return [
    ...Object.entries(parameters).flatMap(([name, value]) => tooLong(name, value)),
    ...checkMembers(properties, parameters, ''),
  ];
}

/** Problems of declared parameters, for forms; valid ones are missing. */
export function failuresByParameter(
  properties: readonly PropertyDefinition[],
  parameters: Parameters,
): { field: string; problems: string[] }[] {
  return properties
    .map((property) => {
      const { name } = property;
      const own = Object.hasOwn(parameters, name) ? { [name]: parameters[name]! } : {};
      return { field: name, problems: checkParameters([property], own) };
    })
    .filter(({ problems }) => problems.length > 0);
}

/** The text form of a simple JSON value. */
export function textOfValue(value: string | number | boolean): string {
  return String(value);
}

function tooLong(path: string, value: MapValue): string[] {
  if (typeof value === 'string')
    return isLongerThan(value, MAX_CHARACTERS) ? [`${path} is longer than ${MAX_CHARACTERS} characters`] : [];
  if (Array.isArray(value))
    return (value as readonly MapValue[]).flatMap((item, index) => tooLong(`${path}[${index}]`, item));
  if (isMap(value)) return Object.entries(value).flatMap(([name, item]) => tooLong(`${path}.${name}`, item));
  return [];
}

function checkMembers(properties: readonly PropertyDefinition[], values: Parameters, prefix: string): string[] {
  return properties.flatMap((property) => {
    const path = prefix + property.name;
    if (!Object.hasOwn(values, property.name)) return property.isRequired ? [`${path} is required`] : [];
    return checkValue(property, values[property.name]!, path);
  });
}

function checkValue(property: PropertyDefinition, value: MapValue, path: string): string[] {
  if (value === null) return property.isRequired ? [`${path} must not be null`] : [];
  switch (property.kind) {
    case 'LIST':
      return Array.isArray(value)
        ? checkList(property, value as readonly MapValue[], path)
        : [`${path} must be a list`];
    case 'MAP':
      return isMap(value) ? checkMap(property, value, path) : [`${path} must be a map`];
    case 'SIMPLE':
    case 'DYNAMIC':
      if (typeof value === 'object') return [`${path} must be a simple value`];
      return property.kind === 'SIMPLE' ? checkSimple(property, textOfValue(value), path) : [];
  }
}

function checkList({ min, max, member }: ListProperty, items: readonly MapValue[], path: string): string[] {
  return [
    ...(items.length < min ? [`${path} must have at least ${min} elements`] : []),
    ...(max !== null && items.length > max ? [`${path} must have at most ${max} elements`] : []),
    ...(member === null ? [] : items.flatMap((item, index) => checkValue(member, item, `${path}[${index}]`))),
  ];
}

function checkMap({ members }: MapProperty, value: Parameters, path: string): string[] {
  return checkMembers(members, value, `${path}.`);
}

function checkSimple(property: SimpleProperty, text: string, path: string): string[] {
  const { type, options, allowsCustomValue, constraints } = property;
  if (!isOfType(type, text)) return [`${path} must be of type ${type}`];
  if (options.length > 0 && !allowsCustomValue && !options.some((option) => option.value === text))
    return [`${path} must be one of ${options.map((option) => option.value).join(', ')}`];
  return constraints.filter((constraint) => !meets(constraint, text)).map((broken) => `${path} ${getDemand(broken)}`);
}

function isOfType(type: SimpleProperty['type'], text: string): boolean {
  switch (type) {
    case 'INTEGER':
      return isWhole(text, INT);
    case 'LONG':
      return isWhole(text, LONG);
    case 'FLOAT':
    case 'DOUBLE':
      return DECIMAL.test(text) && Number.isFinite(Number(text));
    case 'BOOLEAN':
      return /^(?:true|false)$/i.test(text);
    default:
      return true;
  }
}

function isWhole(text: string, { min, max }: { min: bigint; max: bigint }): boolean {
  if (!WHOLE.test(text)) return false;
  const value = BigInt(text.replace('+', ''));
  return value >= min && value <= max;
}

function meets(constraint: Constraint, text: string): boolean {
  if (constraint.kind === 'REGEX') return matchesWhole(constraint.expression, text);
  const { kind, minimum, maximum } = constraint;
  if (!(kind === 'INTEGER' ? WHOLE : DECIMAL).test(text)) return false;
  const value = Number(text);
  return (minimum === null || value >= minimum) && (maximum === null || value <= maximum);
}

/** An expression of a plugin that this engine cannot compile is not enforced. */
function matchesWhole(expression: string, text: string): boolean {
  return compileBounded(expression)?.describes(text) ?? true;
}

function getDemand(constraint: Constraint): string {
  if (constraint.kind === 'REGEX') return `must match ${constraint.expression}`;
  const { minimum, maximum } = constraint;
  const bounds = [
    ...(minimum === null ? [] : [`at least ${minimum}`]),
    ...(maximum === null ? [] : [`at most ${maximum}`]),
  ];
  return `must be a number${bounds.length > 0 ? ` of ${bounds.join(' and ')}` : ''}`;
}

export function isMap(value: MapValue | undefined): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
