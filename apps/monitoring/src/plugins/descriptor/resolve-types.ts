import { deriveMetrics } from './derive-metrics';
import { DescriptorError } from './descriptor-error';
import type {
  LookUpDescriptor,
  PluginDescriptor,
  ResolvedPlugin,
  ResolvedType,
  TypeDeclaration,
  TypeReference,
} from './plugin-model';
import { walkTypes } from './read-descriptor';

/** Types that copy types that copy types can multiply without end; no real plugin takes a thousandth of it. */
const MAX_STEPS = 1_000_000;

/**
 * Puts the types that a plugin copies from others in place, and makes one list of all its types (plugin spec 6.5).
 * A type whose source is not there, or copies itself, is left out with a warning.
 *
 * @throws DescriptorError when two types end up with the same name.
 */
export function resolveTypes(descriptor: PluginDescriptor, lookup: LookUpDescriptor): ResolvedPlugin {
  const resolution = new Resolution(descriptor, lookup);
  const types = resolution.embedAll(descriptor.types, descriptor.name);
  return {
    descriptor,
    types: flatten(types, descriptor.name),
    warnings: [...descriptor.warnings, ...resolution.warnings],
  };
}

class Resolution {
  readonly warnings = new Set<string>();
  private steps = 0;

  constructor(
    private readonly descriptor: PluginDescriptor,
    private readonly lookup: LookUpDescriptor,
  ) {}

  /**
   * Types of a plugin, each in its final form. `path` is what is being copied at the moment; `isSearch` is when the
   * types are only looked through for a source, which is not searched in the same way again.
   */
  embedAll(
    types: readonly TypeDeclaration[],
    plugin: string,
    path: readonly string[] = [],
    isSearch = false,
  ): TypeDeclaration[] {
    return types.flatMap((type) => this.embed(type, plugin, path, isSearch) ?? []);
  }

  private embed(
    type: TypeDeclaration,
    plugin: string,
    path: readonly string[],
    isSearch: boolean,
  ): TypeDeclaration | null {
    if (++this.steps > MAX_STEPS) throw new DescriptorError('The plugin copies too many resource types');
    const children = this.embedAll(type.children, plugin, path, isSearch);
    if (!type.embeds) return { ...type, children };
    const key = JSON.stringify([plugin, type.name]);
    const source = path.includes(key) ? null : this.findSource(type, type.embeds, [...path, key], isSearch);
    if (source) return copyOf(source, type, children);
    const { name, plugin: from } = type.embeds;
    if (!isSearch) {
      this.warnings.add(`Type "${type.name}" is left out: there is no type "${name}" in plugin "${from}" to copy`);
    }
    return null;
  }

  private findSource(
    type: TypeDeclaration,
    { name, plugin }: TypeReference,
    path: readonly string[],
    isSearch: boolean,
  ): TypeDeclaration | null {
    const descriptor = plugin === this.descriptor.name ? this.descriptor : this.lookup(plugin);
    if (!descriptor) return null;
    const fits = (candidate: TypeDeclaration): boolean =>
      candidate.name === name &&
      (candidate.category === type.category || (type.category === 'SERVICE' && candidate.category === 'SERVER'));
    const declared = [...walkTypes(descriptor.types)];
    const found = declared.find(fits);
    if (found) return this.embed(found, plugin, path, isSearch);
    if (isSearch) return null;
    // It may be one of those that came into the source plugin by copying.
    for (const copying of declared.filter(({ embeds }) => embeds !== null)) {
      const embedded = this.embed(copying, plugin, path, true);
      const inside = embedded && [...walkTypes(embedded.children)].find(fits);
      if (inside) return inside;
    }
    return null;
  }
}

function copyOf(source: TypeDeclaration, type: TypeDeclaration, further: readonly TypeDeclaration[]): TypeDeclaration {
  return {
    ...source,
    name: type.name,
    category: type.category,
    createPolicy: type.createPolicy,
    creationDataType: type.creationDataType,
    isSingleton: type.isSingleton,
    supportsManualAdd: type.supportsManualAdd,
    supportsMissingAvailability: type.supportsMissingAvailability,
    runsInside: type.runsInside,
    displayName: type.displayName ?? source.displayName,
    description: type.description ?? source.description,
    subCategory: type.subCategory ?? source.subCategory,
    agentDetails: {
      ...source.agentDetails,
      discoveryClass: type.agentDetails.discoveryClass ?? source.agentDetails.discoveryClass,
      componentClass: type.agentDetails.componentClass ?? source.agentDetails.componentClass,
    },
    children: [...source.children, ...further],
    embeds: null,
    line: type.line,
  };
}

function flatten(types: readonly TypeDeclaration[], plugin: string): ResolvedType[] {
  const flat: ResolvedType[] = [];
  const names = new Set<string>();
  const add = (type: TypeDeclaration, container: TypeReference | null): void => {
    if (names.has(type.name)) {
      throw new DescriptorError(`Two resource types have the name "${type.name}", one of them by copying`, type.line);
    }
    names.add(type.name);
    flat.push(toResolved(type, container));
    for (const child of type.children) add(child, { name: type.name, plugin });
  };
  for (const type of types) add(type, null);
  return flat;
}

function toResolved(type: TypeDeclaration, container: TypeReference | null): ResolvedType {
  const { metrics, runsInside, children: _children, embeds: _embeds, line: _line, ...rest } = type;
  const hosts = container && type.category === 'SERVICE' ? [] : runsInside;
  const parents = container ? [container, ...hosts.filter((host) => !isSame(host, container))] : hosts;
  return {
    ...rest,
    metrics: deriveMetrics(metrics, type.category),
    placement: type.category === 'PLATFORM' ? 'NONE' : parents.length > 0 ? 'LISTED' : 'ANY_PLATFORM',
    parents,
  };
}

function isSame(left: TypeReference, right: TypeReference): boolean {
  return left.name === right.name && left.plugin === right.plugin;
}
