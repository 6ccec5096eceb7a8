import { defaultValuesOf, declaredValuesOf } from './configuration-values';
import type { ConfigurationDefinition, ConfigurationTemplate, PropertyGroup } from './configuration-definition';
import { deriveDisplayName } from './display-name';
import type { DescriptorElement } from './descriptor-element';
import { PROPERTY_ELEMENTS, readProperties } from './read-property';

const FORMATS = { structured: 'STRUCTURED', raw: 'RAW', both: 'BOTH' } as const;

/**
 * A configuration definition from the element that holds it (rule plugins-6).
 *
 * @throws DescriptorError when it has neither property nor group and is not raw, and for what no property may be.
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
    notes: element.only(element.configuration('notes'))?.content() ?? null,
    groups: firstOfEachName([...groups.values()].filter((group) => group !== null)),
    properties,
    defaultValues: defaultValuesOf(
      properties,
      templates.find(({ name }) => name === 'default'),
    ),
    templates,
  };
}

/** The definition inside an element that may be missing. */
export function readOptionalConfiguration(element: DescriptorElement | null): ConfigurationDefinition | null {
  return element && readConfiguration(element);
}

function firstOfEachName(groups: readonly PropertyGroup[]): PropertyGroup[] {
  const byName = new Map<string, PropertyGroup>();
  for (const group of groups) if (!byName.has(group.name)) byName.set(group.name, group);
  return [...byName.values()];
}

/** Null for a group without name, whose properties stand outside of groups. */
function readGroup(element: DescriptorElement): PropertyGroup | null {
  const name = element.text('name');
  if (name === null) {
    element.warn('has no attribute "name"; its properties are ungrouped');
    return null;
  }
  return {
    name,
    displayName: element.text('displayName') ?? deriveDisplayName(name),
    description: element.text('description') ?? element.only(element.configuration('description'))?.content() ?? null,
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
      description:
        template.text('description') ?? template.only(template.configuration('description'))?.content() ?? null,
      values: declaredValuesOf(readProperties(members)),
    });
  }
  return [...templates.values()];
}
