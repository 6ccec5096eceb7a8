import type { KnownInventory, KnownResource } from '../domain/known-inventory';
import type { Logger } from '../logger';
import { messageOf } from '../server/server-api';
import type { ServerApi } from '../server/server-api';
import type { StateFolder } from '../state/state-folder';

interface ImporterOptions {
  server: ServerApi;
  state: StateFolder;
  logger: Logger;
  /** In ms; undefined leaves the intervals as the plug-in has them. */
  intervalMs: number | undefined;
}

const STATE = 'imported.json';
/** The report on platform utilization divides by these, which are off by default (plugin spec 7.7). */
const ALWAYS_WANTED = new Set(['Native.MemoryInfo.total', 'Native.SwapInfo.total']);

/**
 * Takes the machine and the servers on it into the inventory for a newcomer who would otherwise have to, each once: what
 * somebody takes out again stays out.
 */
export class Importer {
  /** Resources by their keys, and schedules by their ids. */
  private readonly done: Set<string>;

  constructor(private readonly options: ImporterOptions) {
    this.done = new Set(options.state.read<string[]>(STATE) ?? []);
  }

  /** Imports what is new. Answers whether anything changed. @throws Unreachable */
  async import(inventory: KnownInventory, signal: AbortSignal): Promise<boolean> {
    const committed = new Set(
      inventory.resources.filter(({ status }) => status === 'COMMITTED').map(({ resourceId }) => resourceId),
    );
    let hasChanged = false;
    for (const resource of inventory.resources) {
      const isNext = resource.parentId === null || committed.has(resource.parentId);
      // Services come with what they are below.
      const isImportable = resource.parentId === null || resource.pluginName !== 'Platforms';
      if (resource.status !== 'NEW' || !isNext || !isImportable || this.done.has(keyOf(resource))) continue;
      const body = { status: 'COMMITTED' };
      if (await this.put(`/resource/${resource.resourceId}`, body, signal)) {
        hasChanged = true;
        this.remember(keyOf(resource));
      }
    }
    return (await this.quicken(inventory, signal)) || hasChanged;
  }

  /** Has everything collected more often than the plug-in says, once. */
  private async quicken({ schedules }: KnownInventory, signal: AbortSignal): Promise<boolean> {
    const { intervalMs } = this.options;
    if (intervalMs === undefined) return false;
    let hasChanged = false;
    for (const { scheduleId, name, type, enabled, collectionInterval } of schedules) {
      const key = `schedule ${scheduleId}`;
      const isWanted = (enabled && type !== 'TRAIT') || ALWAYS_WANTED.has(name);
      const isRight = enabled && collectionInterval <= intervalMs;
      if (!isWanted || isRight || this.done.has(key)) continue;
      this.remember(key);
      const body = { enabled: true, collectionInterval: intervalMs };
      hasChanged = (await this.put(`/metric/schedule/${scheduleId}`, body, signal)) || hasChanged;
    }
    return hasChanged;
  }

  private async put(target: string, body: object, signal: AbortSignal): Promise<boolean> {
    const answer = await this.options.server.request('PUT', `/rest${target}`, { body, signal });
    if (answer.status < 300) return true;
    this.options.logger.warn({ target }, `not imported: ${messageOf(answer)}`);
    return false;
  }

  private remember(key: string): void {
    this.done.add(key);
    this.options.state.write(STATE, [...this.done]);
  }
}

function keyOf({ pluginName, typeName, key }: KnownResource): string {
  return `${pluginName} ${typeName} ${key}`;
}
