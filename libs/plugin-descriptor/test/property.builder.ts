import type {
  ConfigurationDefinition,
  ListProperty,
  MapProperty,
  PropertyDefinition,
  SimpleProperty,
} from '../src/configuration-definition';

const TRAITS = { description: null, isReadOnly: false, isSummary: false, group: null };

export function aSimple(name: string, over: Partial<SimpleProperty> = {}): SimpleProperty {
  return {
    ...TRAITS,
    kind: 'SIMPLE',
    name,
    displayName: name,
    isRequired: true,
    type: 'STRING',
    initialValue: null,
    defaultValue: null,
    defaultValueDescription: null,
    unit: 'NONE',
    activationPolicy: 'IMMEDIATE',
    options: [],
    allowsCustomValue: false,
    optionSource: null,
    constraints: [],
    ...over,
  };
}

export function aList(name: string, over: Partial<ListProperty> = {}): ListProperty {
  return {
    ...TRAITS,
    kind: 'LIST',
    name,
    displayName: name,
    isRequired: true,
    min: 0,
    max: null,
    member: null,
    ...over,
  };
}

export function aMap(name: string, over: Partial<MapProperty> = {}): MapProperty {
  return { ...TRAITS, kind: 'MAP', name, displayName: name, isRequired: true, members: [], ...over };
}

export function aDefinition(...properties: PropertyDefinition[]): ConfigurationDefinition {
  return { format: 'STRUCTURED', notes: null, groups: [], properties, defaultValues: {}, templates: [] };
}
