import { MIN_INTERVAL_MS } from './derive-metrics';
import { deriveDisplayName } from './display-name';
import type { DescriptorElement } from './descriptor-element';
import type {
  DriftDefinition,
  DriftTemplate,
  EventDefinition,
  FileFilter,
  MetricDeclaration,
  OperationDefinition,
  PackageType,
  ValueSource,
} from './plugin-model';
import { readConfiguration, readOptionalConfiguration } from './read-configuration';
import { UNIT_NAMES } from './read-property';

const MAX_DESTINATION_TYPE = 100;
const DEFAULT_DISCOVERY_INTERVAL_MS = 43_200_000;
const DEFAULT_DRIFT_INTERVAL_SECONDS = 1800;

const DATA_TYPES = { measurement: 'MEASUREMENT', trait: 'TRAIT', calltime: 'CALLTIME' } as const;
const NUMERIC_TYPES = { dynamic: 'DYNAMIC', trendsup: 'TRENDSUP', trendsdown: 'TRENDSDOWN' } as const;
const DISPLAY_TYPES = { summary: 'SUMMARY', detail: 'DETAIL' } as const;
const METRIC_CATEGORIES = {
  availability: 'AVAILABILITY',
  performance: 'PERFORMANCE',
  throughput: 'THROUGHPUT',
  utilization: 'UTILIZATION',
} as const;
const PACKAGE_CATEGORIES = {
  executableScript: 'EXECUTABLE_SCRIPT',
  executableBinary: 'EXECUTABLE_BINARY',
  deployable: 'DEPLOYABLE',
  configuration: 'CONFIGURATION',
} as const;
const VALUE_CONTEXTS: Readonly<Record<string, ValueSource['context']>> = {
  pluginConfiguration: 'PLUGIN_CONFIGURATION',
  resourceConfiguration: 'RESOURCE_CONFIGURATION',
  measurementTrait: 'MEASUREMENT_TRAIT',
  fileSystem: 'FILE_SYSTEM',
};

/** Elements of one kind by name; of duplicates the first counts. */
export function readNamed<T extends { readonly name: string }>(
  elements: readonly DescriptorElement[],
  read: (element: DescriptorElement) => T,
): T[] {
  const named = new Map<string, T>();
  for (const element of elements) {
    const value = read(element);
    if (named.has(value.name)) element.warn(`occurs twice with the name "${value.name}"; the first one is used`);
    else named.set(value.name, value);
  }
  return [...named.values()];
}

export function readEvent(element: DescriptorElement): EventDefinition {
  const name = element.required('name');
  const displayName = element.text('displayName') ?? deriveDisplayName(name);
  return { name, displayName, description: element.text('description') };
}

export function readOperation(element: DescriptorElement): OperationDefinition {
  return {
    ...readEvent(element),
    timeoutSeconds: element.integer('timeout', null, 1),
    parameters: readOptionalConfiguration(element.only(element.structure('parameters'))),
    results: readOptionalConfiguration(element.only(element.structure('results'))),
  };
}

/** @throws DescriptorError for a metric without property, and for durations of calls in another unit than ms. */
export function readMetric(element: DescriptorElement): MetricDeclaration {
  const name = element.required('property');
  const displayName = element.text('displayName') ?? deriveDisplayName(name);
  const dataType = element.choice('dataType', DATA_TYPES, 'MEASUREMENT');
  const unit = element.choice('units', UNIT_NAMES, 'NONE');
  if (dataType === 'CALLTIME' && unit !== 'MILLISECONDS') {
    throw element.problem(`"${name}" measures calls in a unit other than milliseconds`);
  }
  const intervalMs = element.integer('defaultInterval', null);
  const numericType = element.choice('measurementType', NUMERIC_TYPES, 'DYNAMIC');
  return {
    name,
    displayName,
    description: element.text('description') ?? displayName,
    unit,
    category: element.choice('category', METRIC_CATEGORIES, 'PERFORMANCE'),
    dataType,
    numericType: dataType === 'MEASUREMENT' ? numericType : 'DYNAMIC',
    displayType: element.choice('displayType', DISPLAY_TYPES, 'DETAIL'),
    isOnByDefault: element.boolean('defaultOn', null),
    defaultIntervalMs: intervalMs === null ? null : Math.max(MIN_INTERVAL_MS, intervalMs),
    destinationType: dataType === 'CALLTIME' ? readDestinationType(element) : null,
  };
}

function readDestinationType(element: DescriptorElement): string | null {
  const destinationType = element.text('destinationType');
  if (destinationType === null || destinationType.length <= MAX_DESTINATION_TYPE) return destinationType;
  element.warn(`has a destinationType longer than ${MAX_DESTINATION_TYPE} characters, which is ignored`);
  return null;
}

export function readPackageType(element: DescriptorElement): PackageType {
  const named = readEvent(element);
  const configuration = element.only([
    ...element.structure('configuration'),
    ...element.configuration('configuration'),
  ]);
  if (element.text('category') === null) element.warn('has no attribute "category"; "deployable" is assumed');
  return {
    ...named,
    category: element.choice('category', PACKAGE_CATEGORIES, 'DEPLOYABLE'),
    discoveryIntervalMs: element.integer('discoveryInterval', DEFAULT_DISCOVERY_INTERVAL_MS, 0),
    isCreationType: element.boolean('isCreationType', false),
    supportsArchitecture: element.boolean('supportsArchitecture', false),
    configuration: configuration && readConfiguration(configuration),
  };
}

/** @throws DescriptorError when two templates of a type have the same name. */
export function readDriftTemplates(elements: readonly DescriptorElement[]): DriftTemplate[] {
  const templates = new Map<string, DriftTemplate>();
  for (const element of elements) {
    const name = element.expected('name');
    if (name === null) continue;
    if (templates.has(name)) throw element.problem(`occurs twice with the name "${name}"`);
    templates.set(name, {
      name,
      description: element.text('description') ?? element.joinContent(inEither(element, 'description')),
      definition: readDriftDefinition(element),
    });
  }
  return [...templates.values()];
}

function readDriftDefinition(element: DescriptorElement): DriftDefinition {
  const baseDirectory = element.only(inEither(element, 'basedir'));
  const mode = element.joinContent(inEither(element, 'drift-handling-mode'));
  return {
    baseDirectory: baseDirectory && readValueSource(baseDirectory),
    intervalSeconds: readInterval(element.only(inEither(element, 'interval'))),
    handlingMode: mode === 'plannedChange' ? 'PLANNED_CHANGE' : 'NORMAL',
    includes: readFilters(element, 'includes', 'include'),
    excludes: readFilters(element, 'excludes', 'exclude'),
  };
}

function readInterval(element: DescriptorElement | null): number {
  const text = element?.content() ?? null;
  if (text === null) return DEFAULT_DRIFT_INTERVAL_SECONDS;
  const seconds = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(seconds)) return seconds;
  element?.warn('is not a number of seconds and is ignored');
  return DEFAULT_DRIFT_INTERVAL_SECONDS;
}

function readFilters(element: DescriptorElement, list: string, item: string): FileFilter[] {
  return inEither(element, list)
    .flatMap((filters) => inEither(filters, item))
    .flatMap((filter) => {
      const path = filter.expected('path');
      return path === null ? [] : [{ path, pattern: filter.text('pattern') }];
    });
}

/** Reads `value-context` and `value-name` of an element. */
export function readValueSource(element: DescriptorElement): ValueSource | null {
  const context = VALUE_CONTEXTS[element.joinContent(inEither(element, 'value-context')) ?? ''];
  const name = element.joinContent(inEither(element, 'value-name'));
  if (context && name !== null) return { context, name };
  element.warn('names no value to read and is ignored');
  return null;
}

/** Drift templates use the namespace of descriptors and sometimes that of configurations. */
function inEither(element: DescriptorElement, name: string): DescriptorElement[] {
  return [...element.structure(name), ...element.configuration(name)];
}
