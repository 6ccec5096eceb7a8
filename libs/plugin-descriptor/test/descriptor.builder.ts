import fs from 'node:fs';
import path from 'node:path';
import type { ConfigurationDefinition } from '../src/configuration-definition';
import { DescriptorError } from '../src/descriptor-error';
import type { LookUpDescriptor, PluginDescriptor, ResolvedPlugin, ResolvedType } from '../src/plugin-model';
import { readDescriptor } from '../src/read-descriptor';
import { resolveTypes } from '../src/resolve-types';

export const descriptorFile = (name: string): Buffer => fs.readFileSync(path.join(__dirname, 'descriptors', name));

export const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** A plugin named "Sample" with this content; the namespaces are the default one and `c`. */
export const aDescriptor = (content = '', { attributes = '', name = 'Sample', subset = '' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${subset === '' ? '' : `<!DOCTYPE plugin [${subset}]>\n`}` +
  `<plugin name="${name}" xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration" ${attributes}>` +
  `${content}</plugin>`;

export const read = (content: string, options?: Parameters<typeof aDescriptor>[1]): PluginDescriptor =>
  readDescriptor(bytes(aDescriptor(content, options)));

export const resolve = (descriptor: PluginDescriptor, ...others: readonly PluginDescriptor[]): ResolvedPlugin => {
  const lookup: LookUpDescriptor = (plugin) => others.find(({ name }) => name === plugin);
  return resolveTypes(descriptor, lookup);
};

export const getType = (plugin: ResolvedPlugin, name: string): ResolvedType => {
  const type = plugin.types.find((candidate) => candidate.name === name);
  if (!type) throw new Error(`no type ${name} among ${plugin.types.map((candidate) => candidate.name).join(', ')}`);
  return type;
};

/** The only type of a plugin that has this content inside of a server. */
export const serverWith = (content: string, attributes = ''): ResolvedType =>
  getType(resolve(read(`<server name="Server" ${attributes}>${content}</server>`)), 'Server');

/** The configuration definition with this content. */
export const configurationWith = (content: string, attributes = ''): ConfigurationDefinition => {
  const { resourceConfiguration } = serverWith(
    `<resource-configuration ${attributes}>${content}</resource-configuration>`,
  );
  if (!resourceConfiguration) throw new Error('no configuration');
  return resourceConfiguration;
};

/** The message of the error that a descriptor is refused with. */
export const getRefusal = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof DescriptorError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
};
