import type { Unit } from '@wardstone/units';

/**
 * Definitions of configurations (rule plugins-6): connection properties, resource configurations, operation parameters
 * and results, deployment properties. They are plain documents, stored and read whole as JSON.
 */
export interface ConfigurationDefinition {
  readonly format: ConfigurationFormat;
  readonly notes: string | null;
  readonly groups: readonly PropertyGroup[];
  /** In declaration order, grouped or not; names are unique. */
  readonly properties: readonly PropertyDefinition[];
  /** The values of a new configuration: the default template, one entry for every property. */
  readonly defaultValues: ConfigurationValues;
  /** The templates as declared; values only for what a template names. */
  readonly templates: readonly ConfigurationTemplate[];
}

export type ConfigurationFormat = 'STRUCTURED' | 'RAW' | 'BOTH';

/** The text of a simple property, null when it has none; arrays for lists; objects for maps. */
export type ConfigurationValue = string | null | readonly ConfigurationValue[] | ConfigurationValues;

export interface ConfigurationValues {
  readonly [name: string]: ConfigurationValue;
}

export interface ConfigurationTemplate {
  readonly name: string;
  readonly description: string | null;
  readonly values: ConfigurationValues;
}

export interface PropertyGroup {
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly isHiddenByDefault: boolean;
}

export type PropertyDefinition = SimpleProperty | ListProperty | MapProperty | DynamicProperty;

export interface PropertyTraits {
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isSummary: boolean;
  /** Name of the group it is shown in; null outside of groups and for members of lists and maps. */
  readonly group: string | null;
}

export interface SimpleProperty extends PropertyTraits {
  readonly kind: 'SIMPLE';
  readonly type: PropertyType;
  /** Thing of the machine that its values name, as declared; implied by the types FILE and DIRECTORY. */
  readonly names?: NamedThing;
  /** The value in a new configuration (`default`); null when not declared, which an empty text is not. */
  readonly initialValue: string | null;
  /** Default of an absent optional property (`defaultValue`). */
  readonly defaultValue: string | null;
  readonly defaultValueDescription: string | null;
  readonly unit: Unit;
  readonly activationPolicy: ActivationPolicy;
  /** The enumerated values; empty when any value will do. */
  readonly options: readonly PropertyOption[];
  readonly allowsCustomValue: boolean;
  readonly optionSource: OptionSource | null;
  readonly constraints: readonly Constraint[];
}

export interface ListProperty extends PropertyTraits {
  readonly kind: 'LIST';
  readonly min: number;
  /** Null when unbounded. */
  readonly max: number | null;
  /** Null for an open list, whose elements are free. */
  readonly member: PropertyDefinition | null;
}

export interface MapProperty extends PropertyTraits {
  readonly kind: 'MAP';
  /** Empty for an open map. */
  readonly members: readonly PropertyDefinition[];
}

/** A simple value whose options come from the server. */
export interface DynamicProperty extends PropertyTraits {
  readonly kind: 'DYNAMIC';
  readonly activationPolicy: ActivationPolicy;
  readonly databaseBacking: DatabaseBacking | null;
}

export type PropertyType =
  'STRING' | 'LONG_STRING' | 'PASSWORD' | 'BOOLEAN' | 'INTEGER' | 'LONG' | 'FLOAT' | 'DOUBLE' | 'FILE' | 'DIRECTORY';

/** Things that an agent would open, run or connect to. */
export type NamedThing = 'FILE' | 'DIRECTORY' | 'PROGRAM' | 'ADDRESS';

export type ActivationPolicy = 'IMMEDIATE' | 'RESTART' | 'SHUTDOWN';

export type DatabaseBacking =
  'USERS' | 'ROLES' | 'PACKAGE_TYPES' | 'RESOURCE_TYPE_WITH_PLUGIN' | 'PACKAGE_ARCHITECTURES';

export interface PropertyOption {
  readonly name: string;
  readonly value: string;
}

export interface OptionSource {
  readonly target: 'PLUGIN' | 'RESOURCE_TYPE' | 'RESOURCE' | 'CONFIGURATION';
  readonly expression: string;
  readonly filter: string | null;
  readonly linksToTarget: boolean;
  readonly expressionScope: 'UNLIMITED' | 'BASE_RESOURCE';
}

/** Bounds are inclusive; null where there is none. A regular expression has to match the whole value. */
export type Constraint =
  | { readonly kind: 'INTEGER'; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'FLOAT'; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'REGEX'; readonly expression: string };
