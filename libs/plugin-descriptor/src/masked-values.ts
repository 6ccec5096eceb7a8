import type { MapValue, ObjectMap } from '@wardstone/dto';
import type { PropertyDefinition } from './configuration-definition';

const MASK = '********';

/** Values for display at any depth: simple ones as text, those of type PASSWORD masked. */
export function maskedValues(properties: readonly PropertyDefinition[], values: ObjectMap): ObjectMap {
  const declared = new Map(properties.map((property) => [property.name, property]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, masked(declared.get(name), value)]));
}

function masked(property: PropertyDefinition | undefined, value: MapValue): MapValue {
  if (value === null) return null;
  if (property?.kind === 'SIMPLE' && property.type === 'PASSWORD') return MASK;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const member = property?.kind === 'LIST' ? (property.member ?? undefined) : undefined;
    return (value as readonly MapValue[]).map((item) => masked(member, item));
  }
  return maskedValues(property?.kind === 'MAP' ? property.members : [], value as ObjectMap);
}
