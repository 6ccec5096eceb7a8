import { decodeXml } from './decode-xml';
import { DescriptorError } from './descriptor-error';
import { parseDescriptorXml } from './descriptor-xml';
import { DescriptorElement, PLUGIN_NAMESPACE, Warnings } from './descriptor-element';
import type {
  DiscoveryCallback,
  PluginAgentDetails,
  PluginDependency,
  PluginDescriptor,
  TypeDeclaration,
} from './plugin-model';
import { readHelp } from './read-help';
import { readTypes } from './read-type';

const MIN_AMPS_VERSION = '2.0';

/**
 * Parses a plugin descriptor (rules plugins-3, plugins-4); tolerated violations are in `warnings`.
 * @throws DescriptorError with the reason, naming element and line, when the plugin has to be rejected.
 */
export function readDescriptor(xml: Uint8Array): PluginDescriptor {
  return readDescriptorText(decodeXml(xml));
}

/** Like `readDescriptor`, for decoded text. */
export function readDescriptorText(text: string): PluginDescriptor {
  const root = parseDescriptorXml(text);
  if (root.local !== 'plugin' || root.uri !== PLUGIN_NAMESPACE) {
    throw new DescriptorError(
      `The root element is "${root.local}" of namespace "${root.uri}" instead of "plugin" of "${PLUGIN_NAMESPACE}"`,
      root.line,
    );
  }
  const warnings = new Warnings();
  const plugin = new DescriptorElement(root, warnings);
  const name = plugin.required('name');
  const types = readTypes(plugin);
  refuseDuplicates(types);
  return {
    name,
    displayName: plugin.text('displayName') ?? name,
    description: plugin.text('description'),
    version: plugin.text('version')?.trim() ?? null,
    help: readHelp(plugin),
    dependencies: readDependencies(plugin, name, types),
    types,
    agentDetails: readAgentDetails(plugin),
    warnings: warnings.list,
  };
}

/** All types of a list and their descendants, parents first. */
export function* walkTypes(types: readonly TypeDeclaration[]): Generator<TypeDeclaration> {
  for (const type of types) {
    yield type;
    yield* walkTypes(type.children);
  }
}

function refuseDuplicates(types: readonly TypeDeclaration[]): void {
  const names = new Set<string>();
  for (const { name, line } of walkTypes(types)) {
    if (names.has(name)) throw new DescriptorError(`Two resource types are named "${name}"`, line);
    names.add(name);
  }
}

function readDependencies(
  plugin: DescriptorElement,
  self: string,
  types: readonly TypeDeclaration[],
): readonly PluginDependency[] {
  const isRequired = new Map<string, boolean>();
  for (const depends of plugin.structure('depends')) {
    const name = depends.expected('plugin');
    if (name !== null) isRequired.set(name, true);
  }
  for (const { runsInside, embeds, agentDetails } of walkTypes(types)) {
    for (const reference of [...runsInside, ...(embeds ? [embeds] : []), ...(agentDetails.bundle?.targets ?? [])]) {
      if (!isRequired.has(reference.plugin)) isRequired.set(reference.plugin, false);
    }
  }
  isRequired.delete(self);
  return [...isRequired].map(([name, required]) => ({ plugin: name, isRequired: required }));
}

function readAgentDetails(plugin: DescriptorElement): PluginAgentDetails {
  const ampsVersion = plugin.text('ampsVersion')?.trim() ?? MIN_AMPS_VERSION;
  return {
    // Versions below 2.0 count as 2.0; text that is not a number is kept, because only agents use it.
    ampsVersion: Number(ampsVersion) < Number(MIN_AMPS_VERSION) ? MIN_AMPS_VERSION : ampsVersion,
    package: plugin.text('package'),
    lifecycleListener: plugin.text('pluginLifecycleListener'),
    usesClassesOf: plugin
      .structure('depends')
      .flatMap((depends) => (depends.boolean('useClasses', false) ? (depends.text('plugin') ?? []) : [])),
    discoveryCallbacks: plugin.structure('discovery-callbacks').flatMap(readCallbacks),
  };
}

function readCallbacks(element: DescriptorElement): DiscoveryCallback[] {
  return element.structure('type-callback', 'upgrade-callback').flatMap((callback) => {
    const type = callback.expected('type');
    const plugin = callback.expected('plugin');
    const callbackClass = callback.expected('callbackClass');
    if (type === null || plugin === null || callbackClass === null) return [];
    return [{ kind: callback.name === 'type-callback' ? 'TYPE' : 'UPGRADE', type, plugin, callbackClass }];
  });
}
