import type { Unit } from '@wardstone/units';
import type { ConfigurationDefinition } from './configuration-definition';

/**
 * Content of a descriptor (rule plugins-4) before embedded types are looked up in other plugins. readDescriptor(xml:
 * Uint8Array): PluginDescriptor read-descriptor.ts resolveTypes(descriptor, lookup: LookUpDescriptor): ResolvedPlugin
 * resolve-types.ts readPackage(source: PackageSource): Promise<PluginPackage> read-package.ts compareVersions(left:
 * string, right: string): number compare-versions.ts deriveDisplayName(name: string): string display-name.ts The first
 * three throw DescriptorError.
 */
export interface PluginDescriptor {
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  /** Declared version; null if it has to come from the manifest. */
  readonly version: string | null;
  readonly help: string | null;
  /** Each plugin once, without this plugin; required if any element requires it. */
  readonly dependencies: readonly PluginDependency[];
  readonly types: readonly TypeDeclaration[];
  readonly agentDetails: PluginAgentDetails;
  /** Tolerated violations, with element and line. */
  readonly warnings: readonly string[];
}

export interface PluginDependency {
  readonly plugin: string;
  /** `depends` is required; `runs-inside`, `sourcePlugin` and bundle targets are optional. */
  readonly isRequired: boolean;
}

/** A `platform`, `server` or `service` element and its children. */
export interface TypeDeclaration extends TypeTraits, TypeFacets {
  readonly metrics: readonly MetricDeclaration[];
  readonly runsInside: readonly TypeReference[];
  readonly children: readonly TypeDeclaration[];
  /** The copied type; null if the type is its own. */
  readonly embeds: TypeReference | null;
  readonly line: number;
}

/** A descriptor with resolved embedded types, as stored (tables `plugin`, `resource_type`, ...). */
export interface ResolvedPlugin {
  readonly descriptor: PluginDescriptor;
  /** Every type of the plugin, parents before children. Names are unique. */
  readonly types: readonly ResolvedType[];
  /** Warnings of the descriptor and of resolving it, such as embedded types without a source. */
  readonly warnings: readonly string[];
}

export interface ResolvedType extends TypeTraits, TypeFacets {
  /** Metrics in stored order: the per-minute metric follows its raw one, availability is last. */
  readonly metrics: readonly MetricDefinition[];
  /**
   * Possible parents of the type's resources. NONE: a platform has none. ANY_PLATFORM: every platform type of every
   * plugin. LISTED: `parents`.
   */
  readonly placement: 'NONE' | 'ANY_PLATFORM' | 'LISTED';
  /** The enclosing type first, then `runs-inside`; types of other plugins may not be registered (yet). */
  readonly parents: readonly TypeReference[];
}

/** Returns the descriptor of a plugin by its exact name; undefined if it is not registered. */
export type LookUpDescriptor = (plugin: string) => PluginDescriptor | undefined;

export interface TypeReference {
  readonly name: string;
  readonly plugin: string;
}

export type ResourceCategory = 'PLATFORM' | 'SERVER' | 'SERVICE';
export type CreatePolicy = 'NEITHER' | 'CREATE_ONLY' | 'DELETE_ONLY' | 'BOTH';
export type CreationDataType = 'CONFIGURATION' | 'CONTENT';
export type MissingPolicy = 'DOWN' | 'UNINVENTORY' | 'IGNORE';

export interface TypeTraits {
  readonly name: string;
  readonly category: ResourceCategory;
  readonly displayName: string | null;
  readonly description: string | null;
  readonly subCategory: string | null;
  readonly createPolicy: CreatePolicy;
  readonly creationDataType: CreationDataType;
  readonly missingPolicy: MissingPolicy;
  readonly isSingleton: boolean;
  readonly supportsManualAdd: boolean;
  readonly supportsMissingAvailability: boolean;
}

export interface TypeFacets {
  readonly pluginConfiguration: ConfigurationDefinition | null;
  readonly resourceConfiguration: ConfigurationDefinition | null;
  readonly operations: readonly OperationDefinition[];
  readonly events: readonly EventDefinition[];
  readonly packageTypes: readonly PackageType[];
  readonly driftTemplates: readonly DriftTemplate[];
  readonly help: string | null;
  readonly agentDetails: TypeAgentDetails;
}

export type MetricDataType = 'MEASUREMENT' | 'TRAIT' | 'CALLTIME' | 'AVAILABILITY';
export type NumericType = 'DYNAMIC' | 'TRENDSUP' | 'TRENDSDOWN';
export type DisplayType = 'SUMMARY' | 'DETAIL';
export type MetricCategory = 'AVAILABILITY' | 'PERFORMANCE' | 'THROUGHPUT' | 'UTILIZATION';

/** A `metric` element; its meaning depends on the category of its type. */
export interface MetricDeclaration {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly unit: Unit;
  readonly category: MetricCategory;
  readonly dataType: Exclude<MetricDataType, 'AVAILABILITY'>;
  readonly numericType: NumericType;
  readonly displayType: DisplayType;
  /** Null if not declared. */
  readonly isOnByDefault: boolean | null;
  /** Null if not declared; at least 30,000. */
  readonly defaultIntervalMs: number | null;
  readonly destinationType: string | null;
}

type Settled = 'dataType' | 'isOnByDefault' | 'defaultIntervalMs';

/** A row of `metric_definition`. Identity within the type: name and isPerMinute. */
export interface MetricDefinition extends Omit<MetricDeclaration, Settled> {
  readonly isPerMinute: boolean;
  readonly dataType: MetricDataType;
  readonly isOnByDefault: boolean;
  readonly defaultIntervalMs: number;
}

export interface EventDefinition {
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
}

export interface OperationDefinition extends EventDefinition {
  readonly timeoutSeconds: number | null;
  readonly parameters: ConfigurationDefinition | null;
  readonly results: ConfigurationDefinition | null;
}

export type PackageCategory = 'EXECUTABLE_SCRIPT' | 'EXECUTABLE_BINARY' | 'DEPLOYABLE' | 'CONFIGURATION';

export interface PackageType extends EventDefinition {
  readonly category: PackageCategory;
  readonly discoveryIntervalMs: number;
  readonly isCreationType: boolean;
  readonly supportsArchitecture: boolean;
  /** Deployment properties. */
  readonly configuration: ConfigurationDefinition | null;
}

export interface DriftTemplate {
  readonly name: string;
  readonly description: string | null;
  readonly definition: DriftDefinition;
}

export interface DriftDefinition {
  readonly baseDirectory: ValueSource | null;
  readonly intervalSeconds: number;
  readonly handlingMode: 'NORMAL' | 'PLANNED_CHANGE';
  readonly includes: readonly FileFilter[];
  readonly excludes: readonly FileFilter[];
}

/** Source of a directory, e.g. property `adminUrl` of the plugin configuration. */
export interface ValueSource {
  readonly context: 'PLUGIN_CONFIGURATION' | 'RESOURCE_CONFIGURATION' | 'MEASUREMENT_TRAIT' | 'FILE_SYSTEM';
  readonly name: string;
}

export interface FileFilter {
  readonly path: string;
  readonly pattern: string | null;
}

/** Details that only agents use, stored as declared. */
export interface PluginAgentDetails {
  readonly ampsVersion: string;
  readonly package: string | null;
  readonly lifecycleListener: string | null;
  /** Required plugins whose classes it uses. */
  readonly usesClassesOf: readonly string[];
  readonly discoveryCallbacks: readonly DiscoveryCallback[];
}

export interface DiscoveryCallback {
  readonly kind: 'TYPE' | 'UPGRADE';
  readonly type: string;
  readonly plugin: string;
  readonly callbackClass: string;
}

export interface TypeAgentDetails {
  readonly discoveryClass: string | null;
  readonly componentClass: string | null;
  readonly classLoader: 'SHARED' | 'INSTANCE';
  /** Without duplicate queries. */
  readonly processScans: readonly ProcessScan[];
  readonly bundle: Bundle | null;
  readonly bundleTarget: BundleTarget | null;
}

export interface ProcessScan {
  readonly query: string;
  readonly name: string | null;
}

export interface Bundle {
  readonly type: string | null;
  readonly targets: readonly TypeReference[];
}

export interface BundleTarget {
  readonly baseDirectories: readonly BundleBaseDirectory[];
  readonly destinations: readonly BundleDestination[];
}

export interface BundlePlace {
  readonly name: string;
  readonly description: string | null;
  readonly accepts: readonly string[];
}

export interface BundleBaseDirectory extends BundlePlace {
  readonly source: ValueSource | null;
}

export interface BundleDestination extends BundlePlace {
  readonly connection: string | null;
  readonly referencedConfiguration: string | null;
}

/** Content of a package that the server uses. */
export interface PluginPackage {
  readonly form: 'ARCHIVE' | 'BARE_DESCRIPTOR';
  readonly descriptor: PluginDescriptor;
  /** The decoded text of the descriptor; entity references are not expanded. */
  readonly descriptorText: string;
  /** Version in the descriptor, else in the manifest, else "0". */
  readonly version: string;
}

/** The bytes of a package in a file or in stored content. */
export interface PackageSource {
  /** In bytes. */
  readonly length: number;
  /** The bytes of [start, end), which must be within the length. */
  read(start: number, end: number): Promise<Uint8Array>;
}
