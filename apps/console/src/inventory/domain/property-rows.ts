import type { MapValue, ObjectMap } from '@wardstone/dto';
import type { ConfigurationPropertyRest } from '@wardstone/client/monitoring';

export interface PropertyRow extends Pick<ConfigurationPropertyRest, 'name' | 'displayName' | 'description'> {
  value: MapValue;
}

/** Declared properties in order, then undeclared ones with a value, by name. Pure. */
export function propertyRows(declared: readonly ConfigurationPropertyRest[], values: ObjectMap): PropertyRow[] {
  const names = new Set(declared.map(({ name }) => name));
  return [
    ...declared.map(({ name, displayName, description }) => ({
      name,
      displayName,
      description,
      value: values[name] ?? null,
    })),
    ...Object.entries(values)
      .filter(([name]) => !names.has(name))
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, value]) => ({ name, displayName: name, description: null, value })),
  ];
}

/** A value as lines of text: one for each element of a list, the members of a map in a single line. Pure. */
export function formatLines(value: MapValue): string[] {
  return Array.isArray(value) ? (value as readonly MapValue[]).map(toText) : [toText(value)];
}

function toText(value: MapValue): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if (Array.isArray(value)) return (value as readonly MapValue[]).map(toText).join(', ');
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${toText(member)}`)
    .join(', ');
}
