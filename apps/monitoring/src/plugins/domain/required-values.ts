import type { ConfigurationDefinition, ConfigurationValue, PropertyDefinition } from '@wardstone/plugin-descriptor';

/** A value that configurations need if they have none at this path. */
export interface RequiredValue {
  /** Property names from the configuration down through maps. */
  readonly path: readonly string[];
  /** Null if the descriptor gives none: then every configuration must already have one. */
  readonly value: ConfigurationValue;
}

/**
 * Values that existing configurations need after an upgrade of their definition: new or changed required properties.
 * See rule plugins-8. Properties in a map are checked with the map; lists have no fixed
 * members.
 */
export function requiredValues(
  before: ConfigurationDefinition | null,
  after: ConfigurationDefinition | null,
): RequiredValue[] {
  if (!after) return [];
  return needed(before?.properties ?? [], after.properties, []).map(({ path, property }) => ({
    path,
    value: (path.length === 1 ? after.defaultValues[property.name] : undefined) ?? getInitialValue(property),
  }));
}

interface Needed {
  path: readonly string[];
  property: PropertyDefinition;
}

function needed(
  before: readonly PropertyDefinition[],
  after: readonly PropertyDefinition[],
  parents: readonly string[],
): Needed[] {
  const known = new Map(before.map((property) => [property.name, property]));
  return after.flatMap((property) => {
    const earlier = known.get(property.name);
    if (earlier && JSON.stringify(earlier) === JSON.stringify(property)) return [];
    const path = [...parents, property.name];
    const own = property.isRequired ? [{ path, property }] : [];
    if (property.kind !== 'MAP') return own;
    return [...own, ...needed(earlier?.kind === 'MAP' ? earlier.members : [], property.members, path)];
  });
}

function getInitialValue(property: PropertyDefinition): ConfigurationValue {
  switch (property.kind) {
    case 'SIMPLE':
      return property.initialValue;
    case 'DYNAMIC':
      return null;
    case 'LIST':
      return [];
    case 'MAP':
      return {};
  }
}
