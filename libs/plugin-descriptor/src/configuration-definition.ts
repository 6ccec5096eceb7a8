import type { Unit } from '@wardstone/units';

/**
 * Definitions of configurations (rule plugins-6): connection properties, resource configurations, operation parameters
 * and results, deployment properties. They are stored as whole JSON documents.
 */
export interface ConfigurationDefinition {
  readonly format: ConfigurationFormat;
  readonly notes: string | null;
  readonly groups: readonly PropertyGroup[];
  /** In order of declaration, grouped or not; names are unique. */
  readonly properties: readonly PropertyDefinition[];
  /** The values of a new configuration: the default template, one entry for every property. */
  readonly defaultValues: ConfigurationValues;
  /** Templates as declared, with values only for the properties that they name. */
  readonly templates: readonly ConfigurationTemplate[];
}

export type ConfigurationFormat = 'STRUCTURED' | 'RAW' | 'BOTH';

/** The text of a simple property, or null; arrays for lists; objects for maps. */
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
  /** Name of its group; null outside of groups and for members of lists and maps. */
  readonly group: string | null;
}

export interface SimpleProperty extends PropertyTraits {
  readonly kind: 'SIMPLE';
  readonly type: PropertyType;
  /** Kind of object on the machine that its values name, as declared or implied by the types FILE and DIRECTORY. */
  readonly names?: ReferencedObject;
  /** The value in a new configuration (`default`); null if not declared, unlike an empty text. */
  readonly initialValue: string | null;
  /** Default of an omitted optional property (`defaultValue`). */
  readonly defaultValue: string | null;
  readonly defaultValueDescription: string | null;
  readonly unit: Unit;
  readonly activationPolicy: ActivationPolicy;
  /** Permitted values; empty if any value is permitted. */
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
  /** Null for an open list, whose elements may be anything. */
  readonly member: PropertyDefinition | null;
}

export interface MapProperty extends PropertyTraits {
  readonly kind: 'MAP';
  /** Empty for an open map. */
  readonly members: readonly PropertyDefinition[];
}

/** A simple value whose options the server provides. */
export interface DynamicProperty extends PropertyTraits {
  readonly kind: 'DYNAMIC';
  readonly activationPolicy: ActivationPolicy;
  readonly databaseBacking: DatabaseBacking | null;
}

export type PropertyType =
  | 'STRING'
  | 'LONG_STRING'
  | 'PASSWORD'
  | 'BOOLEAN'
  | 'INTEGER'
  | 'LONG'
  | 'FLOAT'
  | 'DOUBLE'
  | 'FILE'
  | 'DIRECTORY';

/** Objects that an agent would open, run or connect to, and resources by id, which the server reads. */
export type ReferencedObject = 'FILE' | 'DIRECTORY' | 'PROGRAM' | 'ADDRESS' | 'RESOURCES';

export type ActivationPolicy = 'IMMEDIATE' | 'RESTART' | 'SHUTDOWN';

export type DatabaseBacking =
  | 'USERS'
  | 'ROLES'
  | 'PACKAGE_TYPES'
  | 'RESOURCE_TYPE_WITH_PLUGIN'
  | 'PACKAGE_ARCHITECTURES';

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

/** Bounds are inclusive, or null. A regular expression must match the whole value. */
export type Constraint =
  | { readonly kind: 'INTEGER'; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'FLOAT'; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'REGEX'; readonly expression: string };
