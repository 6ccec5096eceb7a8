import { type KnownInventory, type KnownResource, NOTHING_KNOWN } from '../domain/known-inventory';
import { readInventory } from '../domain/read-responses';
import type { ServerApi } from '../server/server-api';
import type { StateFolder } from '../state/state-folder';

const STATE = 'inventory.json';

interface Kept {
  inventory: KnownInventory;
  etag: string | null;
}

/**
 * The server's inventory of the agent's resources, kept over restarts so that measuring continues without the server.
 */
export class ServerInventory {
  private kept: Kept;

  constructor(
    private readonly server: ServerApi,
    private readonly state: StateFolder,
    private readonly target: string,
  ) {
    const kept = state.read<Kept>(STATE);
    const inventory = readInventory(kept?.inventory);
    this.kept = kept && inventory ? { inventory, etag: kept.etag } : { inventory: NOTHING_KNOWN, etag: null };
  }

  get current(): KnownInventory {
    return this.kept.inventory;
  }

  find(resourceId: number | null): KnownResource | undefined {
    return this.current.resources.find((resource) => resource.resourceId === resourceId);
  }

  /**
   * Fetches the inventory; returns the status, 200 if something changed.
   * @throws Unreachable
   */
  async synchronise(signal: AbortSignal): Promise<number> {
    const headers: Record<string, string> = this.kept.etag === null ? {} : { 'If-None-Match': this.kept.etag };
    const response = await this.server.request('GET', `/rest${this.target}/sync`, { headers, signal });
    const inventory = response.status === 200 ? readInventory(response.body) : undefined;
    if (inventory) {
      this.kept = { inventory, etag: response.headers.get('etag') };
      this.state.write(STATE, this.kept);
    }
    return response.status;
  }
}
