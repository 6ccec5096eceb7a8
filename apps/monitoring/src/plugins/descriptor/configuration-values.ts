import type {
  ConfigurationTemplate,
  ConfigurationValue,
  ConfigurationValues,
  PropertyDefinition,
} from './configuration-definition';

/** The values that properties declare for new configurations, members of maps included; nothing for the others. */
export function declaredValuesOf(properties: readonly PropertyDefinition[]): ConfigurationValues {
  const values = new Map<string, ConfigurationValue>();
  for (const property of properties) {
    if (property.kind === 'SIMPLE' && property.initialValue !== null) values.set(property.name, property.initialValue);
    if (property.kind === 'MAP') {
      const members = declaredValuesOf(property.members);
      if (Object.keys(members).length > 0) values.set(property.name, members);
    }
  }
  return Object.fromEntries(values);
}

/**
 * The values of a new configuration: those the properties declare, those of the default template over them, and an
 * entry for every property: absent simple ones are null, absent lists and maps empty (rule plugins-6).
 */
export function defaultValuesOf(
  properties: readonly PropertyDefinition[],
  template: ConfigurationTemplate | undefined,
): ConfigurationValues {
  return normalise(properties, overlay(declaredValuesOf(properties), template?.values ?? {}));
}

function overlay(below: ConfigurationValues, above: ConfigurationValues): ConfigurationValues {
  const values = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const covered = values.get(name);
    values.set(name, isValues(covered) && isValues(value) ? overlay(covered, value) : value);
  }
  return Object.fromEntries(values);
}

function normalise(properties: readonly PropertyDefinition[], values: ConfigurationValues): ConfigurationValues {
  return Object.fromEntries(
    properties.map((property) => [
      property.name,
      normaliseValue(property, Object.hasOwn(values, property.name) ? values[property.name] : undefined),
    ]),
  );
}

function normaliseValue(property: PropertyDefinition, value: ConfigurationValue | undefined): ConfigurationValue {
  switch (property.kind) {
    case 'SIMPLE':
    case 'DYNAMIC':
      return typeof value === 'string' ? value : null;
    case 'LIST':
      return [];
    case 'MAP':
      return isValues(value) ? normalise(property.members, value) : {};
  }
}

function isValues(value: ConfigurationValue | undefined): value is ConfigurationValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
