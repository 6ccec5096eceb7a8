import type { ConfigurationDefinition, PropertyDefinition, SimpleProperty } from '@wardstone/plugin-descriptor';

/** A value in a result, alone or in a list or map. */
export interface DeclaredValue extends Pick<SimpleProperty, 'name' | 'displayName' | 'unit' | 'type'> {
  /** Name of the list or map that it is in. */
  readonly within: string | null;
}

/** The simple values of a declared result, one level deep, in order of declaration. Pure. */
export function declaredValues(definition: ConfigurationDefinition | null): DeclaredValue[] {
  return (definition?.properties ?? []).flatMap((property) => {
    if (property.kind === 'LIST') return property.member ? valuesWithin(property.name, property.member) : [];
    return property.kind === 'MAP' ? valuesWithin(property.name, property) : toValue(null, property);
  });
}

function valuesWithin(within: string, inner: PropertyDefinition): DeclaredValue[] {
  return inner.kind === 'MAP' ? inner.members.flatMap((member) => toValue(within, member)) : toValue(within, inner);
}

function toValue(within: string | null, property: PropertyDefinition): DeclaredValue[] {
  if (property.kind !== 'SIMPLE') return [];
  const { name, displayName, unit, type } = property;
  return [{ within, name, displayName, unit, type }];
}
