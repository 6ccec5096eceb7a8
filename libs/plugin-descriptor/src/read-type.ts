import type { DescriptorElement } from './descriptor-element';
import type {
  Bundle,
  BundlePlace,
  BundleTarget,
  ProcessScan,
  ResourceCategory,
  TypeAgentDetails,
  TypeDeclaration,
  TypeReference,
  TypeTraits,
} from './plugin-model';
import { readOptionalConfiguration } from './read-configuration';
import {
  readDriftTemplates,
  readEvent,
  readMetric,
  readNamed,
  readOperation,
  readPackageType,
  readValueSource,
} from './read-facets';
import { readHelp } from './read-help';

/** Elements of nested types in a plugin or type. */
export const TYPES_INSIDE = {
  plugin: ['platform', 'server', 'service'],
  platform: ['server', 'service'],
  server: ['server', 'service'],
  service: ['service'],
} as const;

type TypeElement = 'platform' | 'server' | 'service';

const MAX_NAME = 100;
const CATEGORIES: Readonly<Record<TypeElement, ResourceCategory>> = {
  platform: 'PLATFORM',
  server: 'SERVER',
  service: 'SERVICE',
};
const CREATE_POLICIES = {
  neither: 'NEITHER',
  'create-only': 'CREATE_ONLY',
  'delete-only': 'DELETE_ONLY',
  both: 'BOTH',
} as const;
const DATA_TYPES = { configuration: 'CONFIGURATION', content: 'CONTENT' } as const;
const CLASS_LOADERS = { shared: 'SHARED', instance: 'INSTANCE' } as const;

/**
 * The direct child types of an element, in document order.
 * @throws DescriptorError (rule plugins-3)
 */
export function readTypes(container: DescriptorElement): TypeDeclaration[] {
  const allowed: readonly string[] = TYPES_INSIDE[container.name as keyof typeof TYPES_INSIDE];
  return container.structure('platform', 'server', 'service').flatMap((element) => {
    if (allowed.includes(element.name)) return [readType(element, container.name === 'plugin')];
    element.warn(`is not allowed inside "${container.name}" and is ignored`);
    return [];
  });
}

function readType(element: DescriptorElement, isRoot: boolean): TypeDeclaration {
  const traits = readTraits(element);
  const embeds = readEmbedding(element);
  return {
    ...traits,
    pluginConfiguration: readOptionalConfiguration(element.only(element.structure('plugin-configuration'))),
    resourceConfiguration: readOptionalConfiguration(element.only(element.structure('resource-configuration'))),
    operations: readNamed(element.structure('operation'), readOperation),
    metrics: readNamed(element.structure('metric'), readMetric),
    events: readNamed(element.structure('event'), readEvent),
    packageTypes: readNamed(element.structure('content'), readPackageType),
    driftTemplates: readDriftTemplates(element.structure('drift-definition')),
    help: readHelp(element),
    agentDetails: readAgentDetails(element),
    runsInside:
      traits.category === 'SERVER' || (traits.category === 'SERVICE' && isRoot) ? readRunsInside(element) : [],
    // Nested types of a service that copies another type are ignored (rule plugins-5).
    children: embeds && traits.category === 'SERVICE' ? [] : readTypes(element),
    embeds,
    line: element.line,
  };
}

function readTraits(element: DescriptorElement): TypeTraits {
  const name = element.required('name');
  if (name.length > MAX_NAME) throw element.problem(`has a name longer than ${MAX_NAME} characters`);
  const category = CATEGORIES[element.name as TypeElement];
  const isPlatform = category === 'PLATFORM';
  return {
    name,
    category,
    displayName: element.text('displayName'),
    description: element.text('description'),
    subCategory: element.text('subCategory'),
    createPolicy: isPlatform ? 'NEITHER' : element.choice('createDeletePolicy', CREATE_POLICIES, 'NEITHER'),
    creationDataType: isPlatform ? 'CONFIGURATION' : element.choice('creationDataType', DATA_TYPES, 'CONFIGURATION'),
    missingPolicy: 'DOWN',
    isSingleton: !isPlatform && element.boolean('singleton', false),
    supportsManualAdd: !isPlatform && element.boolean('supportsManualAdd', false),
    supportsMissingAvailability: !isPlatform && element.boolean('supportsMissingAvailabilityType', false),
  };
}

function readEmbedding(element: DescriptorElement): TypeReference | null {
  if (element.name === 'platform') return null;
  const plugin = element.text('sourcePlugin');
  const name = element.text('sourceType');
  if (plugin !== null && name !== null) return { name, plugin };
  if (plugin === null && name === null) return null;
  if (element.name === 'server') throw element.problem('has only one of sourcePlugin and sourceType');
  element.warn('has only one of sourcePlugin and sourceType, which is ignored');
  return null;
}

function readRunsInside(element: DescriptorElement): TypeReference[] {
  const runsInside = element.only(element.structure('runs-inside'));
  return runsInside ? readReferences(runsInside.structure('parent-resource-type')) : [];
}

/** Without duplicates. */
function readReferences(elements: readonly DescriptorElement[]): TypeReference[] {
  const references = new Map<string, TypeReference>();
  for (const element of elements) {
    const name = element.expected('name');
    const plugin = element.expected('plugin');
    if (name === null || plugin === null) continue;
    references.set(JSON.stringify([name, plugin]), { name, plugin });
  }
  return [...references.values()];
}

function readAgentDetails(element: DescriptorElement): TypeAgentDetails {
  const bundle = element.only(element.structure('bundle'));
  const bundleTarget = element.only(element.structure('bundle-target'));
  return {
    discoveryClass: element.text('discovery'),
    componentClass: element.text('class'),
    classLoader: element.choice('classLoader', CLASS_LOADERS, 'SHARED'),
    processScans: readProcessScans(element),
    bundle: bundle && readBundle(bundle),
    bundleTarget: bundleTarget && readBundleTarget(bundleTarget),
  };
}

function readProcessScans(element: DescriptorElement): ProcessScan[] {
  const scans = new Map<string, ProcessScan>();
  for (const scan of element.structure('process-scan')) {
    const query = scan.expected('query');
    if (query !== null && !scans.has(query)) scans.set(query, { query, name: scan.text('name') });
  }
  return [...scans.values()];
}

function readBundle(element: DescriptorElement): Bundle {
  const targets = element.structure('targets').flatMap((list) => list.structure('resource-type'));
  return { type: element.text('type'), targets: readReferences(targets) };
}

function readBundleTarget(element: DescriptorElement): BundleTarget {
  return {
    baseDirectories: readPlaces(element.structure('destination-base-dir'), (directory) => ({
      source: readValueSource(directory),
    })),
    destinations: readPlaces(element.structure('destination-definition'), (destination) => ({
      connection: destination.joinContent(destination.structure('connection')),
      referencedConfiguration: destination.joinContent(destination.structure('referenced-configuration')),
    })),
  };
}

function readPlaces<T>(
  elements: readonly DescriptorElement[],
  readRest: (element: DescriptorElement) => T,
): (BundlePlace & T)[] {
  return elements.flatMap((element) => {
    const name = element.expected('name');
    if (name === null) return [];
    const description = element.text('description') ?? element.joinContent(element.structure('description'));
    const accepts = element.structure('accepts').flatMap((accept) => accept.text('bundle-type') ?? []);
    return [{ name, description, accepts, ...readRest(element) }];
  });
}
