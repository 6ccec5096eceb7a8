import { type Unit, UNITS } from '@wardstone/units';
import type {
  Constraint,
  DynamicProperty,
  ListProperty,
  OptionSource,
  PropertyDefinition,
  PropertyOption,
  PropertyTraits,
  SimpleProperty,
} from './configuration-definition';
import { deriveDisplayName } from './display-name';
import type { DescriptorElement } from './descriptor-element';

export const PROPERTY_ELEMENTS = ['simple-property', 'list-property', 'map-property', 'dynamic-property'] as const;

/** Names of units; that of Fahrenheit differs from its constant. */
export const UNIT_NAMES: Readonly<Record<string, Unit>> = Object.fromEntries([
  ...UNITS.map((unit) => [unit.toLowerCase(), unit]),
  ['fahrenheit', 'FAHRENHEIGHT'],
]) as Record<string, Unit>;

const MAX_NAME = 255;
const MAX_DEFAULT = 2000;
const MAX_EXPRESSION = 400;
const MAX_FILTER = 40;

const TYPES = {
  string: 'STRING',
  longString: 'LONG_STRING',
  password: 'PASSWORD',
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  long: 'LONG',
  float: 'FLOAT',
  double: 'DOUBLE',
  file: 'FILE',
  directory: 'DIRECTORY',
} as const;
const NAMED_THINGS = {
  file: 'FILE',
  directory: 'DIRECTORY',
  program: 'PROGRAM',
  address: 'ADDRESS',
  resources: 'RESOURCES',
} as const;
const ACTIVATION_POLICIES = { immediate: 'IMMEDIATE', restart: 'RESTART', shutdown: 'SHUTDOWN' } as const;
const TARGETS = {
  plugin: 'PLUGIN',
  resourceType: 'RESOURCE_TYPE',
  resource: 'RESOURCE',
  configuration: 'CONFIGURATION',
} as const;
const SCOPES = { unlimited: 'UNLIMITED', baseResource: 'BASE_RESOURCE' } as const;
const BACKINGS = {
  users: 'USERS',
  roles: 'ROLES',
  'package-types': 'PACKAGE_TYPES',
  'resource-type-with-plugin': 'RESOURCE_TYPE_WITH_PLUGIN',
  'package-architectures': 'PACKAGE_ARCHITECTURES',
} as const;

/** A property element and its group. */
export interface GroupedElement {
  readonly member: DescriptorElement;
  readonly group: string | null;
}

/**
 * Reads sibling properties (rule plugins-6); of duplicates the first counts.
 * @throws DescriptorError for one without name.
 */
export function readProperties(elements: readonly GroupedElement[]): PropertyDefinition[] {
  const properties = new Map<string, PropertyDefinition>();
  for (const { member, group } of elements) {
    const property = readProperty(member, group);
    if (properties.has(property.name)) member.warn(`occurs twice with the name "${property.name}"`);
    else properties.set(property.name, property);
  }
  return [...properties.values()];
}

function readProperty(element: DescriptorElement, group: string | null): PropertyDefinition {
  const traits = readTraits(element, group);
  switch (element.name as (typeof PROPERTY_ELEMENTS)[number]) {
    case 'simple-property':
      return readSimple(element, traits);
    case 'list-property':
      return readList(element, traits);
    case 'map-property':
      return { ...traits, kind: 'MAP', members: readMembers(element) };
    case 'dynamic-property':
      return readDynamic(element, traits);
  }
}

function readTraits(element: DescriptorElement, group: string | null): PropertyTraits {
  const name = element.required('name');
  if (name.length > MAX_NAME) element.warn(`has a name longer than ${MAX_NAME} characters`);
  return {
    name,
    displayName: element.text('displayName') ?? deriveDisplayName(name),
    description: element.text('description')?.trim() ?? element.joinContent(element.configuration('description')),
    isRequired: element.boolean('required', true),
    isReadOnly: element.boolean('readOnly', false),
    isSummary: element.boolean('summary', false),
    group,
  };
}

function readMembers(element: DescriptorElement): PropertyDefinition[] {
  return readProperties(element.configuration(...PROPERTY_ELEMENTS).map((member) => ({ member, group: null })));
}

function readSimple(element: DescriptorElement, traits: PropertyTraits): SimpleProperty {
  const options = element.only(element.configuration('property-options'));
  const source = element.only(element.configuration('option-source'));
  const names = element.choice('names', NAMED_THINGS, null);
  return {
    ...traits,
    kind: 'SIMPLE',
    type: element.choice('type', TYPES, 'STRING'),
    ...(names === null ? {} : { names }),
    initialValue: readDefault(element, 'default'),
    defaultValue: readDefault(element, 'defaultValue'),
    defaultValueDescription: element.joinContent(element.configuration('defaultValueDescription')),
    unit: element.choice('units', UNIT_NAMES, 'NONE'),
    activationPolicy: element.choice('activationPolicy', ACTIVATION_POLICIES, 'IMMEDIATE'),
    options: options?.configuration('option').flatMap(readOption) ?? [],
    allowsCustomValue: options?.boolean('allowCustomValue', false) ?? false,
    optionSource: source && readOptionSource(source),
    constraints: element.configuration('constraint').flatMap(readConstraints),
  };
}

/** Blanks are kept, and an empty text is a value. */
function readDefault(element: DescriptorElement, attribute: string): string | null {
  const value = element.raw(attribute);
  if (value === null || value.length <= MAX_DEFAULT) return value;
  element.warn(`has a ${attribute} longer than ${MAX_DEFAULT} characters, which is ignored`);
  return null;
}

function readOption(element: DescriptorElement): PropertyOption[] {
  const value = element.raw('value');
  if (value !== null) return [{ name: element.text('name') ?? value, value }];
  element.warn('has no attribute "value" and is ignored');
  return [];
}

function readOptionSource(element: DescriptorElement): OptionSource | null {
  const expression = element.text('expression');
  const filter = element.text('filter');
  if (expression === null) throw element.problem('has an empty expression');
  if (expression.length > MAX_EXPRESSION) {
    throw element.problem(`has an expression longer than ${MAX_EXPRESSION} characters`);
  }
  if (filter !== null && filter.length > MAX_FILTER) {
    throw element.problem(`has a filter longer than ${MAX_FILTER} characters`);
  }
  const target = element.choice('target', TARGETS, null);
  if (target === null) {
    element.warn('has no known target and is ignored');
    return null;
  }
  return {
    target,
    expression,
    filter,
    linksToTarget: element.boolean('linkToTarget', false),
    expressionScope: element.choice('expressionScope', SCOPES, 'UNLIMITED'),
  };
}

function readConstraints(element: DescriptorElement): Constraint[] {
  return element
    .configuration('integer-constraint', 'float-constraint', 'regex-constraint')
    .flatMap((constraint): Constraint[] => {
      switch (constraint.name) {
        case 'integer-constraint':
          return [
            {
              kind: 'INTEGER',
              minimum: constraint.integer('minimum', null),
              maximum: constraint.integer('maximum', null),
            },
          ];
        case 'float-constraint':
          return [{ kind: 'FLOAT', minimum: constraint.decimal('minimum'), maximum: constraint.decimal('maximum') }];
        default: {
          const expression = constraint.expected('expression');
          return expression === null ? [] : [{ kind: 'REGEX', expression }];
        }
      }
    });
}

function readList(element: DescriptorElement, traits: PropertyTraits): ListProperty {
  const [member, second] = readMembers(element);
  if (second) element.warn('has more than one member property; the first one is used');
  return {
    ...traits,
    kind: 'LIST',
    min: element.integer('min', 0, 0),
    max: element.text('max')?.trim() === 'unbounded' ? null : element.integer('max', null, 0),
    member: member ?? null,
  };
}

function readDynamic(element: DescriptorElement, traits: PropertyTraits): DynamicProperty {
  const backing = element.only(element.configuration('database-backing'));
  return {
    ...traits,
    kind: 'DYNAMIC',
    activationPolicy: element.choice('activationPolicy', ACTIVATION_POLICIES, 'IMMEDIATE'),
    databaseBacking: backing?.choice('key', BACKINGS, null) ?? null,
  };
}
