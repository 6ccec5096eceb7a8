import type { Transaction } from '@wardstone/database';
import { refusalOf } from './descriptor/descriptor-error';
import type { LookUpDescriptor, PluginDescriptor } from './descriptor/plugin-model';
import { readDescriptorText, walkTypes } from './descriptor/read-descriptor';
import type { DropBoxQueries } from './drop-box.queries';

/** The descriptors of registered plugins that a scan has come across, each read once. */
export class RegisteredDescriptors {
  private readonly known = new Map<string, PluginDescriptor | undefined>();

  constructor(private readonly queries: DropBoxQueries) {}

  /** A plugin that has been registered in this scan. */
  add(descriptor: PluginDescriptor): void {
    this.known.set(descriptor.name, descriptor);
  }

  async find(tx: Transaction, name: string): Promise<PluginDescriptor | undefined> {
    await this.load(tx, [name]);
    return this.known.get(name);
  }

  /** Knows the plugins whose types a plugin copies, and those that they copy from themselves. */
  async sourcesFor(tx: Transaction, descriptor: PluginDescriptor): Promise<LookUpDescriptor> {
    const seen = new Set<string>();
    let open = [descriptor];
    while (open.length > 0) {
      const names = [...new Set(open.flatMap(sourcesOf))].filter((name) => !seen.has(name));
      for (const name of names) seen.add(name);
      await this.load(tx, names);
      open = names.flatMap((name) => this.known.get(name) ?? []);
    }
    return (plugin) => this.known.get(plugin);
  }

  private async load(tx: Transaction, names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.known.has(name));
    if (unknown.length === 0) return;
    for (const name of unknown) this.known.set(name, undefined);
    for (const { name, descriptor } of await this.queries.findDescriptors(tx, unknown)) {
      this.known.set(name, readKnown(descriptor));
    }
  }
}

function sourcesOf({ types }: PluginDescriptor): string[] {
  return [...walkTypes(types)].flatMap(({ embeds }) => (embeds ? [embeds.plugin] : []));
}

/** A descriptor that an earlier release accepted may be one that this release does not. */
function readKnown(text: string): PluginDescriptor | undefined {
  try {
    return readDescriptorText(text);
  } catch (error) {
    refusalOf(error);
    return undefined;
  }
}
