import type {
  ConfigurationDefinition,
  ConfigurationTemplate,
  PropertyGroup,
  ConfigurationValue,
  ConfigurationValues,
  PropertyDefinition,
} from './configuration-definition';
import { deriveDisplayName } from './display-name';
import type { DescriptorElement } from './descriptor-element';
import { PROPERTY_ELEMENTS, readProperties } from './read-property';

const FORMATS = { structured: 'STRUCTURED', raw: 'RAW', both: 'BOTH' } as const;

/**
 * Reads a configuration definition from its element (rule plugins-6).
 * @throws DescriptorError when it has neither property nor group and is not raw, and for invalid properties.
 */
export function readConfiguration(element: DescriptorElement): ConfigurationDefinition {
  const format = element.choice('configurationFormat', FORMATS, 'STRUCTURED');
  const parts = element.configuration(...PROPERTY_ELEMENTS, 'group');
  if (parts.length === 0 && format !== 'RAW') throw element.problem('has neither a property nor a group');
  const groups = new Map<DescriptorElement, PropertyGroup | null>();
  for (const part of parts) if (part.name === 'group') groups.set(part, readGroup(part));
  const grouped = parts.flatMap((part) =>
    part.name === 'group'
      ? part.configuration(...PROPERTY_ELEMENTS).map((member) => ({ member, group: groups.get(part)?.name ?? null }))
      : [{ member: part, group: null }],
  );
  const properties = readProperties(grouped);
  const templates = readTemplates(element);
  return {
    format,
    notes: element.joinContent(element.configuration('notes')),
    groups: firstOfEachName([...groups.values()].filter((group) => group !== null)),
    properties,
    defaultValues: getDefaultValues(
      properties,
      templates.find(({ name }) => name === 'default'),
    ),
    templates,
  };
}

/** Reads the definition in an element that may be missing. */
export function readOptionalConfiguration(element: DescriptorElement | null): ConfigurationDefinition | null {
  return element && readConfiguration(element);
}

function firstOfEachName(groups: readonly PropertyGroup[]): PropertyGroup[] {
  const byName = new Map<string, PropertyGroup>();
  for (const group of groups) if (!byName.has(group.name)) byName.set(group.name, group);
  return [...byName.values()];
}

/** Null for a group without a name; its properties belong to no group. */
function readGroup(element: DescriptorElement): PropertyGroup | null {
  const name = element.text('name');
  if (name === null) {
    element.warn('has no attribute "name"; its properties are ungrouped');
    return null;
  }
  return {
    name,
    displayName: element.text('displayName') ?? deriveDisplayName(name),
    description: element.text('description') ?? element.joinContent(element.configuration('description')),
    isHiddenByDefault: element.boolean('hiddenByDefault', false),
  };
}

function readTemplates(element: DescriptorElement): ConfigurationTemplate[] {
  const templates = new Map<string, ConfigurationTemplate>();
  for (const template of element.configuration('template')) {
    const name = template.expected('name');
    if (name === null) continue;
    if (templates.has(name)) {
      template.warn(`occurs twice with the name "${name}"; the first one is used`);
      continue;
    }
    const members = template.configuration(...PROPERTY_ELEMENTS).map((member) => ({ member, group: null }));
    templates.set(name, {
      name,
      description: template.text('description') ?? template.joinContent(template.configuration('description')),
      values: getDeclaredValues(readProperties(members)),
    });
  }
  return [...templates.values()];
}

/**
 * Values that properties declare for new configurations, members of maps included; properties without one are missing.
 */
function getDeclaredValues(properties: readonly PropertyDefinition[]): ConfigurationValues {
  const values = new Map<string, ConfigurationValue>();
  for (const property of properties) {
    if (property.kind === 'SIMPLE' && property.initialValue !== null) values.set(property.name, property.initialValue);
    if (property.kind === 'MAP') {
      const members = getDeclaredValues(property.members);
      if (Object.keys(members).length > 0) values.set(property.name, members);
    }
  }
  return Object.fromEntries(values);
}

/**
 * Values of a new configuration: those declared by properties, overridden by the default template. Every property has
 * an entry: missing simple ones are null, missing lists and maps are empty (rule plugins-6).
 */
function getDefaultValues(
  properties: readonly PropertyDefinition[],
  template: ConfigurationTemplate | undefined,
): ConfigurationValues {
  return normalise(properties, overlay(getDeclaredValues(properties), template?.values ?? {}));
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
