import { createHash, randomUUID } from 'node:crypto';
import type { InventoryReport } from '@wardstone/dto/monitoring';
import type { HostControl } from '../control/host-control';
import { describeTree, type DiscoveredResource, discoveredTree, hasStartingServers } from '../domain/discovered-tree';
import { findServers, type WatchedProgram } from '../domain/watched-programs';
import type { Snapshot } from '../domain/snapshot';
import type { SharedParts } from '../shared-parts';

interface DiscoveryOptions extends Pick<SharedParts, 'machine' | 'facts' | 'outbox' | 'logger' | 'target'> {
  programs: readonly WatchedProgram[];
  /** Programs in AGENT_PROCESSES. */
  named: readonly WatchedProgram[];
  logFiles: readonly string[];
  unusedAdapters: boolean;
  control: Pick<HostControl, 'discover'>;
}

/** Discovers resources on the machine, and reports them. See rule agents-3. */
export class Discovery {
  private reported: string | undefined;
  /** Programs already logged as found or missing. Availability reports the end of a program that was found. */
  private readonly known = new Set<string>();
  private isIncomplete = false;

  constructor(private readonly options: DiscoveryOptions) {}

  /** Whether the last discovery excluded servers that had just started, as all do when the machine boots. */
  get leftOutStarting(): boolean {
    return this.isIncomplete;
  }

  /** Reports all resources; returns a description. */
  async report(): Promise<string> {
    return this.send(await this.look());
  }

  /** Reports all resources unless they equal the last report. */
  async reportChanges(): Promise<void> {
    const tree = await this.look();
    if (toDigest(tree) !== this.reported) this.send(tree);
  }

  private async look(): Promise<DiscoveredResource> {
    const { machine, facts } = this.options;
    const snapshot = await machine.snapshot();
    this.logMissingPrograms(snapshot);
    this.isIncomplete = hasStartingServers(snapshot, this.options.programs);
    const tree = discoveredTree(facts, snapshot, this.options);
    return { ...tree, children: [...tree.children, ...(await this.options.control.discover())] };
  }

  private logMissingPrograms({ processes }: Snapshot): void {
    const { named, logger } = this.options;
    if (!processes) return;
    for (const watched of named.filter(({ program }) => !this.known.has(program))) {
      this.known.add(watched.program);
      if (findServers(processes, [watched]).length > 0) continue;
      logger.warn({ program: watched.program }, 'no process runs this program of AGENT_PROCESSES');
    }
  }

  private send(tree: DiscoveredResource): string {
    const { outbox, target } = this.options;
    const id = `d-${randomUUID()}`;
    const body: InventoryReport = { reportId: id, roots: [tree] };
    outbox.add({ id, method: 'POST', target: `${target}/inventory`, body });
    this.reported = toDigest(tree);
    return `Found ${describeTree(tree)}`;
  }
}

function toDigest(tree: DiscoveredResource): string {
  return createHash('sha256').update(JSON.stringify(tree)).digest('hex');
}
