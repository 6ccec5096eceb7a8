import { createHash, randomUUID } from 'node:crypto';
import type { InventoryReport } from '@wardstone/dto/monitoring';
import { describeTree, type DiscoveredResource, discoveredTree } from '../domain/discovered-tree';
import type { WatchedProgram } from '../domain/watched-programs';
import type { SharedParts } from '../shared-parts';

interface DiscoveryOptions extends Pick<SharedParts, 'machine' | 'facts' | 'outbox' | 'target'> {
  programs: readonly WatchedProgram[];
  logFiles: readonly string[];
  unusedAdapters: boolean;
}

/** Looks for what is on the machine, and reports it. See rule agents-3. */
export class Discovery {
  private reported: string | undefined;

  constructor(private readonly options: DiscoveryOptions) {}

  /** Reports everything there is. Returns what was found, in words. */
  async report(): Promise<string> {
    return this.send(await this.look());
  }

  /** Reports everything unless it is what was reported last. */
  async reportChanges(): Promise<void> {
    const tree = await this.look();
    if (digestOf(tree) !== this.reported) this.send(tree);
  }

  private async look(): Promise<DiscoveredResource> {
    const { machine, facts } = this.options;
    return discoveredTree(facts, await machine.snapshot(), this.options);
  }

  private send(tree: DiscoveredResource): string {
    const { outbox, target } = this.options;
    const id = `d-${randomUUID()}`;
    const body: InventoryReport = { reportId: id, roots: [tree] };
    outbox.add({ id, method: 'POST', target: `${target}/inventory`, body });
    this.reported = digestOf(tree);
    return `Found ${describeTree(tree)}`;
  }
}

function digestOf(tree: DiscoveredResource): string {
  return createHash('sha256').update(JSON.stringify(tree)).digest('hex');
}
