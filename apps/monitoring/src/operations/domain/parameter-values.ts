import type { MapValue, ObjectMap } from '@wardstone/dto';
import {
  type ConfigurationDefinition,
  maskedValues,
  type PropertyDefinition,
  type SimpleProperty,
} from '@wardstone/plugin-descriptor';
import { isMap, type Parameters, textOfValue } from './check-parameters';

/** Parameter that overrides the timeout of one execution; agents never see it. */
const TIMEOUT_PARAMETER = 'rhq.timeout';

const MAX_SECONDS = 2 ** 31 - 1;

/**
 * Timeout of an execution in seconds: from its parameters, else its definition, else the server. See rule operations-7.
 */
export function getTimeoutSeconds(
  parameters: ObjectMap,
  definitionSeconds: number | null,
  serverSeconds: number,
): number {
  const stated = parameters[TIMEOUT_PARAMETER];
  const seconds = typeof stated === 'string' || typeof stated === 'number' ? Number(stated) : NaN;
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  return definitionSeconds ?? serverSeconds;
}

/** Default value of a property. See rule operations-2. */
export function getDefaultText({ defaultValue, initialValue }: SimpleProperty): string | null {
  return defaultValue ?? initialValue;
}

/** Parameters of a new draft: an entry for every property. See rule operations-3. */
export function initialParameters(definition: ConfigurationDefinition | null): Parameters {
  return initialMembers(definition?.properties ?? []);
}

function initialMembers(properties: readonly PropertyDefinition[]): Parameters {
  return Object.fromEntries(properties.map((property) => [property.name, getInitialValue(property)]));
}

function getInitialValue(property: PropertyDefinition): MapValue {
  switch (property.kind) {
    case 'SIMPLE': {
      const text = getDefaultText(property);
      return text === null ? null : typedValue(property, text);
    }
    case 'DYNAMIC':
      return null;
    case 'LIST':
      return property.isRequired ? [] : null;
    case 'MAP':
      return property.isRequired ? initialMembers(property.members) : null;
  }
}

/**
 * Validated parameters for an agent: typed values, with defaults for missing ones, without the timeout. See rules
 * operations-5, agents-5.
 */
export function parametersForAgent(definition: ConfigurationDefinition | null, parameters: Parameters): Parameters {
  const { [TIMEOUT_PARAMETER]: _timeout, ...said } = parameters;
  return { ...said, ...typedMembers(definition?.properties ?? [], said) };
}

function typedMembers(properties: readonly PropertyDefinition[], values: Parameters): Parameters {
  return Object.fromEntries(
    properties.flatMap((property): [string, MapValue][] => {
      const value = Object.hasOwn(values, property.name) ? values[property.name]! : undefined;
      if (property.kind === 'SIMPLE' && (value === undefined || value === null)) {
        const text = getDefaultText(property);
        if (text !== null) return [[property.name, typedValue(property, text)]];
      }
      return value === undefined ? [] : [[property.name, typed(property, value)]];
    }),
  );
}

function typed(property: PropertyDefinition, value: MapValue): MapValue {
  if (value === null) return null;
  if (property.kind === 'LIST' && Array.isArray(value)) {
    const { member } = property;
    const items = value as readonly MapValue[];
    return member === null ? items : items.map((item) => typed(member, item));
  }
  if (property.kind === 'MAP' && isMap(value)) return { ...value, ...typedMembers(property.members, value) };
  return property.kind === 'SIMPLE' && typeof value !== 'object' ? typedValue(property, textOfValue(value)) : value;
}

/** Converts text to the declared type; an integer beyond the precision of a double stays text. */
function typedValue({ type }: SimpleProperty, text: string): MapValue {
  switch (type) {
    case 'INTEGER':
    case 'LONG':
      return /^[+-]?[0-9]+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : text;
    case 'FLOAT':
    case 'DOUBLE':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'BOOLEAN':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    default:
      return text;
  }
}

/**
 * Results for storage: simple values are texts, secrets are masked, and every declared property has an entry. Empty if
 * nothing was returned. See rule operations-6.
 */
export function resultsToKeep(definition: ConfigurationDefinition | null, results: Parameters): Parameters {
  if (Object.keys(results).length === 0) return {};
  const properties = definition?.properties ?? [];
  return {
    ...Object.fromEntries(properties.map(({ name }) => [name, null])),
    ...maskedValues(properties, results),
  };
}
