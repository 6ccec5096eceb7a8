import type {
  ConfigurationDefinition,
  ListProperty,
  MapProperty,
  PropertyDefinition,
  SimpleProperty,
} from '../descriptor/configuration-definition';

const TRAITS = {
  name: 'p',
  displayName: 'P',
  description: null,
  isRequired: true,
  isReadOnly: false,
  isSummary: false,
  group: null,
};

export const aSimple = (over: Partial<SimpleProperty> = {}): SimpleProperty => ({
  ...TRAITS,
  kind: 'SIMPLE',
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
});

export const aMap = (members: readonly PropertyDefinition[], over: Partial<MapProperty> = {}): MapProperty => ({
  ...TRAITS,
  kind: 'MAP',
  members,
  ...over,
});

export const aList = (over: Partial<ListProperty> = {}): ListProperty => ({
  ...TRAITS,
  kind: 'LIST',
  min: 0,
  max: null,
  member: null,
  ...over,
});

export const aConfiguration = (
  properties: readonly PropertyDefinition[],
  over: Partial<ConfigurationDefinition> = {},
): ConfigurationDefinition => ({
  format: 'STRUCTURED',
  notes: null,
  groups: [],
  properties,
  defaultValues: {},
  templates: [],
  ...over,
});
