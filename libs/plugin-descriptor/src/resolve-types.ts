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

/** Chains of copied types can multiply without limit; real plugins need less than a thousandth. */
const MAX_STEPS = 1_000_000;

/**
 * Resolves the types that a plugin copies from others into one list of all its types (rule plugins-5). A type whose
 * source is missing, or that copies itself, is omitted with a warning.
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
  private readonly declared = new Map<string, ReadonlyMap<string, TypeDeclaration>>();
  private readonly copied = new Map<string, Map<string, TypeDeclaration[]>>();
  private steps = 0;

  constructor(
    private readonly descriptor: PluginDescriptor,
    private readonly lookup: LookUpDescriptor,
  ) {}

  /**
   * Types of a plugin in their final form. `path` holds the types being copied; `isSearch` means that the types are
   * only searched for a source, which is not searched again in the same way.
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
    if (source) return getCopy(source, type, children);
    const { name, plugin: from } = type.embeds;
    if (!isSearch) {
      this.warnings.add(`Type "${type.name}" is ignored: plugin "${from}" has no type "${name}" to copy`);
    }
    return null;
  }

  private findSource(
    type: TypeDeclaration,
    { name, plugin }: TypeReference,
    path: readonly string[],
    isSearch: boolean,
  ): TypeDeclaration | null {
    const fits = (candidate: TypeDeclaration): boolean =>
      candidate.category === type.category || (type.category === 'SERVICE' && candidate.category === 'SERVER');
    const found = this.declaredIn(plugin).get(name);
    if (found && fits(found)) return this.embed(found, plugin, path, isSearch);
    return isSearch ? null : (this.copiedInto(plugin).get(name)?.find(fits) ?? null);
  }

  /** Types declared by a plugin itself, by name; empty for an unknown plugin. */
  private declaredIn(plugin: string): ReadonlyMap<string, TypeDeclaration> {
    let declared = this.declared.get(plugin);
    if (!declared) {
      const descriptor = plugin === this.descriptor.name ? this.descriptor : this.lookup(plugin);
      declared = new Map([...walkTypes(descriptor?.types ?? [])].map((type) => [type.name, type]));
      this.declared.set(plugin, declared);
    }
    return declared;
  }

  /** Types copied into nested positions of a plugin, by name. */
  private copiedInto(plugin: string): ReadonlyMap<string, TypeDeclaration[]> {
    let copied = this.copied.get(plugin);
    if (!copied) {
      copied = new Map<string, TypeDeclaration[]>();
      for (const copying of this.declaredIn(plugin).values()) {
        const copy = copying.embeds && this.embed(copying, plugin, [], true);
        for (const type of walkTypes(copy?.children ?? [])) {
          const known = copied.get(type.name);
          if (known) known.push(type);
          else copied.set(type.name, [type]);
        }
      }
      this.copied.set(plugin, copied);
    }
    return copied;
  }
}

function getCopy(source: TypeDeclaration, type: TypeDeclaration, further: readonly TypeDeclaration[]): TypeDeclaration {
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
      throw new DescriptorError(`Two resource types are named "${type.name}", one of them a copy`, type.line);
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
