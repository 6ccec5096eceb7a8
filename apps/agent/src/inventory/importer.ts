import { randomUUID } from 'node:crypto';
import type { ImportReport } from '@wardstone/dto/monitoring';
import type { KnownInventory, KnownResource } from '../domain/known-inventory';
import { readRejections } from '../domain/read-responses';
import { getErrorMessage } from '../server/server-api';
import type { SharedParts } from '../shared-parts';

interface ImporterOptions extends Pick<SharedParts, 'server' | 'state' | 'logger' | 'target'> {
  /** In ms; undefined keeps the intervals of the plugin. */
  intervalMs: number | undefined;
}

const STATE = 'imported.json';

/**
 * Imports the machine and its servers once, on behalf of a new user: what a user removes stays out. The server has to
 * permit it.
 */
export class Importer {
  /** Keys of requested imports. */
  private readonly done: Set<string>;

  constructor(private readonly options: ImporterOptions) {
    this.done = new Set(options.state.read<string[]>(STATE) ?? []);
  }

  /**
   * Imports new resources; returns whether anything changed.
   * @throws Unreachable
   */
  async import({ resources }: KnownInventory, signal: AbortSignal): Promise<boolean> {
    const { server, state, logger, target, intervalMs } = this.options;
    // Services are imported with their parents; a platform precedes its servers.
    const wanted = resources
      .filter(({ parentId, pluginName }) => parentId === null || pluginName !== 'Platforms')
      .filter((resource) => resource.status === 'NEW' && !this.done.has(toKey(resource)))
      .sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null));
    if (wanted.length === 0) return false;
    const body: ImportReport = {
      reportId: `i-${randomUUID()}`,
      resourceIds: wanted.map(({ resourceId }) => resourceId),
      ...(intervalMs === undefined ? {} : { collectionInterval: intervalMs }),
    };
    const response = await server.request('POST', `/rest${target}/imports`, { body, signal });
    if (response.status >= 300) {
      logger.warn(`not imported: ${getErrorMessage(response)}`);
      return false;
    }
    const { accepted } = (response.body ?? {}) as { accepted?: unknown };
    const rejected = readRejections(response.body);
    if (rejected.length > 0) logger.warn({ count: rejected.length }, `not imported: ${rejected[0]}`);
    for (const resource of wanted) this.done.add(toKey(resource));
    state.write(STATE, [...this.done]);
    return typeof accepted === 'number' && accepted > 0;
  }
}

function toKey({ pluginName, typeName, key }: KnownResource): string {
  return `${pluginName} ${typeName} ${key}`;
}
