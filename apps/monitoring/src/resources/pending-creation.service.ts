import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { StringValue } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { addJob, defineTask } from '@wardstone/jobs';
import { HandlerResponse, one } from '@wardstone/media-types';
import { MonitoringConfig } from '../monitoring.config';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { AgentRequests } from './agent-requests.service';
import { CreationQueries } from './creation.queries';
import { childKey } from './domain/resource-key';
import {
  CREATION_STATUSES,
  type CreationOrder,
  type CreationState,
  type CreationStatus,
  type PendingCreation,
  PendingCreationQueries,
} from './pending-creation.queries';
import { ResourceEntry } from './resource-entry.service';
import { ResourceRecords } from './resource-record';
import { lockVisible } from './resource-row.queries';

/** Queues a creation that the server performs in place of an agent. */
export const CREATE_RESOURCE = defineTask<{ creationId: number }>('resource.create');

const POLL_MS = 100;
/** See rule content-2. */
export const GIVEN_UP_AFTER_MS = 60 * 60_000;

type Outcome = { status: CreationStatus; message?: string; key?: string };

/** Creations that are not completed within their request. See rules inventory-10, content-2. */
@Injectable()
export class PendingCreationService {
  constructor(
    private readonly pending: PendingCreationQueries,
    private readonly queries: CreationQueries,
    private readonly entry: ResourceEntry,
    private readonly records: ResourceRecords,
    private readonly agents: AgentRequests,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /** Records the creation and starts it soon, on the agent of the parent if there is one. Returns its id. */
  async order(tx: Transaction, order: CreationOrder): Promise<number> {
    const nowMs = this.clock.now();
    const creationId = await this.pending.insert(tx, order, nowMs);
    const isOrdered = await this.agents.orderCreation(tx, creationId, order.parentId, nowMs);
    if (!isOrdered) {
      await addJob(
        tx,
        CREATE_RESOURCE,
        { creationId },
        { runAt: new Date(nowMs + this.config.RESOURCE_CREATION_DELAY_MS) },
      );
    }
    return creationId;
  }

  /**
   * State of the creation; waits a little for its end.
   * @throws resource_creation_not_found
   */
  async readStatus(id: number, viewer: Viewer): Promise<HandlerResponse> {
    return this.toResponse(id, await this.waitFor(id, viewer));
  }

  /** Creates the resource like an agent would; does nothing if the creation has ended. */
  async complete(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const creation = await this.pending.lock(tx, id);
      if (!creation) return;
      await this.pending.finish(tx, id, await this.createResource(tx, creation), this.clock.now());
    });
  }

  /** Abandons creations that were not completed within an hour. */
  async timeOut(): Promise<void> {
    const nowMs = this.clock.now();
    await this.pending.timeOut(nowMs - GIVEN_UP_AFTER_MS, nowMs);
  }

  private async createResource(tx: Transaction, creation: PendingCreation): Promise<Outcome> {
    const type = await this.queries.findTypeById(tx, creation.resource_type_id);
    const administrator = { roles: [], permissions: ['MANAGE_INVENTORY'] };
    const parent = await lockVisible(tx, creation.parent_id, administrator);
    if (!type) return { status: 'FAILURE', message: 'The type no longer exists' };
    if (parent?.inventory_status !== 'COMMITTED') {
      return { status: 'FAILURE', message: 'The parent is no longer in inventory' };
    }
    if (type.is_singleton && (await this.queries.hasChild(tx, parent.id, type.id))) {
      return { status: 'FAILURE', message: `The parent already has a child of type ${type.name} (only one allowed)` };
    }
    const key = childKey(creation.resource_name, parent.id);
    const created = await this.entry.insert(tx, {
      type,
      parent,
      key,
      name: creation.resource_name,
      pluginConfiguration: creation.plugin_configuration,
      resourceConfiguration:
        creation.content === null
          ? creation.resource_configuration
          : (type.resource_configuration?.defaultValues ?? {}),
    });
    if (created) return { status: 'SUCCESS', key };
    return { status: 'FAILURE', message: `A resource ${creation.resource_name} of this type already exists` };
  }

  /**
   * The state when the creation has ended, or after the time for which a request is held.
   * @throws resource_creation_not_found
   */
  private async waitFor(id: number, viewer: Viewer): Promise<CreationState> {
    for (let leftMs = this.config.RESOURCE_CREATION_HOLD_MS; ; leftMs -= POLL_MS) {
      const state = await this.pending.findState(id, viewer);
      if (!state) {
        throw new ApiError(MonitoringError.resource_creation_not_found, `Creation with id ${id} not found`);
      }
      if (state.status !== 'IN_PROGRESS' || leftMs <= 0) return state;
      await sleep(Math.min(POLL_MS, leftMs));
    }
  }

  private async toResponse(id: number, { status, error_message }: CreationState): Promise<HandlerResponse> {
    const row = status === 'SUCCESS' ? await this.pending.findCreated(id) : undefined;
    if (row) return new HandlerResponse(this.records.of(row), { status: 200 });
    if (status === 'IN_PROGRESS' || status === 'SUCCESS') {
      const Location = this.addresses.of(`/resource/creationStatus/${id}`);
      const text = 'The resource is being created; poll the Location\n';
      return new HandlerResponse(undefined, { status: 302, headers: { Location, 'Retry-After': '2' }, text });
    }
    return new HandlerResponse(
      { value: `${CREATION_STATUSES[status]}: ${error_message ?? ''}` },
      {
        status: MonitoringError.resource_creation_failed.status,
        kind: one(StringValue),
        headers: this.addresses.errorHeaders(MonitoringError.resource_creation_failed),
      },
    );
  }
}
