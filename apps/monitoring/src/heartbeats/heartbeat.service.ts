import { Injectable } from '@nestjs/common';
import { type CallerIdentity, digestSecret, isSecret, newSecret } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type {
  HeartbeatChange,
  HeartbeatListQuery,
  HeartbeatRest,
  HeartbeatSource,
  HeartbeatSourceKind,
  NewHeartbeat,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type ListPage, type Sent, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import { invalidContent } from '../api/invalid-parameter';
import { toStorableId } from '../api/path-id';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { ancestryBelow } from '../resources/domain/ancestry';
import { type AddressedKind, AddressedResources } from '../resources/addressed-resources.service';
import { InventoryService } from '../resources/inventory.service';
import { HeartbeatQueries, type HeartbeatRow, type StoredSource } from './heartbeat.queries';

/** Prefix of ping tokens. */
const PREFIX = 'wsh_';
/** Values and events are kept at least this long. */
const MAX_LOOK_BACK_S = 7 * 24 * 3_600;

/** See rules alerts-45, alerts-46. */
@Injectable()
export class HeartbeatService {
  private readonly kind: AddressedKind<HeartbeatRow, HeartbeatRest> = {
    prefix: PREFIX,
    require: (id, caller, tx) => this.require(id, caller, tx),
    setAddress: (tx, id, digest) => this.queries.setAddress(tx, id, digest),
    record: (row, secret) => this.record(row, secret),
  };

  constructor(
    private readonly queries: HeartbeatQueries,
    private readonly inventory: InventoryService,
    private readonly addressed: AddressedResources,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws resource_not_found, resource_forbidden */
  async list(query: HeartbeatListQuery, viewer: Viewer): Promise<ListPage<HeartbeatRest>> {
    const { resourceId, window } = query;
    if (resourceId !== undefined) await this.authorization.requireResource(viewer, resourceId);
    const { rows, total } = await this.queries.list(viewer, query);
    return { items: rows.map((row) => this.record(row)), total, window };
  }

  /** @throws heartbeat_not_found */
  async read(id: number, viewer: Viewer): Promise<HeartbeatRest> {
    return this.record(await this.require(id, viewer));
  }

  /**
   * Creates a heartbeat's resource.
   * @throws invalid_content, resource_not_found, resource_forbidden, resource_not_in_inventory,
   * resource_type_not_found, schedule_not_found, resource_exists
   */
  async create(
    body: SentBody<NewHeartbeat>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse<HeartbeatRest>> {
    const sent = body.read();
    const { resourceId = 0, name = '' } = sent;
    if (name.trim() === '') throw invalidContent('Field name must not be empty');
    const secret = newSecret(PREFIX);
    const source = getSource(sent.source, secret);
    const periodMs = getPeriod(sent, source.kind);
    const record = await this.db.transaction(async (tx) => {
      const id = await this.insertResource(tx, toStorableId(resourceId), name.trim(), caller);
      if (source.scheduleId !== null && !(await this.queries.hasMetric(tx, resourceId, source.scheduleId))) {
        throw new ApiError(
          MonitoringError.schedule_not_found,
          `Resource ${resourceId} has no metric with the schedule ${source.scheduleId}`,
        );
      }
      await this.queries.insert(tx, id, source, periodMs, this.clock.now());
      // The creator sees the heartbeat in the response, even without permission to see others.
      return this.record((await this.queries.find(id, undefined, tx))!, source.kind === 'PING' ? secret : undefined);
    });
    note(changeFacts({ kind: 'resource', id: record.id, name: record.name }, {}, facts(record)));
    return new HandlerResponse(record, {
      status: 201,
      headers: { Location: this.addresses.of(`/heartbeat/${record.id}`), 'Cache-Control': 'no-store' },
    });
  }

  /** @throws heartbeat_not_found, resource_forbidden, invalid_content */
  async change(
    id: number,
    body: SentBody<HeartbeatChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HeartbeatRest> {
    await this.addressed.requireOpen(this.kind, id, caller);
    const sent = body.read();
    const [before, after] = await this.db.transaction(async (tx) => {
      const row = await this.addressed.requireOpen(this.kind, id, caller, tx);
      await this.queries.setPeriod(tx, id, getPeriod(sent, row.source), this.clock.now());
      return [this.record(row), this.record(await this.require(id, caller, tx))];
    });
    note(changeFacts({ kind: 'resource', id, name: after.name }, facts(before), facts(after)));
    return after;
  }

  /**
   * Replaces the ping address; the previous one stops working at once.
   * @throws as `change`, heartbeat_without_address
   */
  async renewAddress(id: number, caller: CallerIdentity, note: AuditNote): Promise<HandlerResponse<HeartbeatRest>> {
    return this.addressed.renewAddress(this.kind, id, caller, note, ({ source }) => {
      if (source === 'PING') return;
      throw new ApiError(MonitoringError.heartbeat_without_address, `The heartbeat with id ${id} is not pinged`);
    });
  }

  /**
   * Removes its resource from the inventory.
   * @throws heartbeat_not_found, resource_forbidden
   */
  async remove(id: number, caller: CallerIdentity, note: AuditNote): Promise<void> {
    await this.addressed.remove(this.kind, id, caller, note);
  }

  private async insertResource(
    tx: Transaction,
    parentId: number,
    name: string,
    caller: CallerIdentity,
  ): Promise<number> {
    await this.authorization.requireResource(caller, parentId, 'CREATE_CHILD_RESOURCES', tx);
    const parent = await this.queries.findParent(tx, parentId);
    if (!parent?.isCommitted) {
      throw new ApiError(
        MonitoringError.resource_not_in_inventory,
        `Resource with id ${parentId} is not in the inventory`,
      );
    }
    const typeId = await this.queries.findTypeId(tx);
    if (typeId === undefined) {
      throw new ApiError(MonitoringError.resource_type_not_found, 'The plugin of heartbeats was removed');
    }
    const place = { typeId, parentId, ancestry: ancestryBelow(parent), key: `heartbeat:${name}`, name };
    const id = await this.inventory.insertPart(tx, place, this.clock.now());
    if (id !== undefined) return id;
    throw new ApiError(MonitoringError.resource_exists, `Resource ${parentId} already has a heartbeat of this name`);
  }

  private async require(id: number, viewer: Viewer, tx?: Transaction): Promise<HeartbeatRow> {
    const row = await this.queries.find(id, viewer, tx);
    if (!row) throw heartbeatNotFound(`with id ${id}`);
    return row;
  }

  private record(row: HeartbeatRow, secret?: string): HeartbeatRest {
    const { id, name, source: kind, scheduleId, severity, text, periodMs, heardMs, availability } = row;
    return {
      id,
      name,
      resourceId: row.parentId,
      resourceName: row.parentName,
      source: {
        kind,
        scheduleId: scheduleId ?? undefined,
        severity: severity ?? undefined,
        text: text ?? undefined,
      },
      seconds: periodMs / 1000,
      availability,
      heardTime: heardMs ?? 0,
      ...(secret !== undefined && { address: this.addresses.of(`/heartbeat/ping/${secret}`) }),
      links: [
        this.addresses.link('self', `/heartbeat/${id}`),
        this.addresses.link('resource', `/resource/${id}`),
        this.addresses.link('parent', `/resource/${row.parentId}`),
      ],
    };
  }
}

/** Whether the text has the format of a ping token. */
export function isPingSecret(text: string): boolean {
  return isSecret(text, PREFIX);
}

/** Error for an unknown heartbeat. */
export function heartbeatNotFound(which: string): ApiError {
  return new ApiError(MonitoringError.heartbeat_not_found, `There is no heartbeat ${which}`);
}

/** @throws invalid_content */
function getSource(sent: Sent<HeartbeatSource> | undefined, secret: string): StoredSource {
  const { kind, scheduleId, severity, text } = sent ?? {};
  const none = { addressDigest: null, scheduleId: null, severity: null, text: null };
  switch (kind) {
    case 'PING':
      return { ...none, kind, addressDigest: digestSecret(secret) };
    case 'METRIC':
      if (scheduleId === undefined) throw invalidContent('Field source.scheduleId is required for METRIC');
      return { ...none, kind, scheduleId: toStorableId(scheduleId) };
    case 'EVENT':
      return { ...none, kind, severity: severity ?? 'DEBUG', text: text?.trim() === '' ? null : (text ?? null) };
    case undefined:
      throw invalidContent('Field source must have a kind');
  }
}

/** @throws invalid_content */
function getPeriod({ seconds }: Sent<HeartbeatChange>, kind: HeartbeatSourceKind): number {
  if (seconds === undefined) throw invalidContent('Field seconds is required');
  if (kind !== 'PING' && seconds > MAX_LOOK_BACK_S) {
    throw invalidContent(`Field seconds must be at most ${MAX_LOOK_BACK_S} for metrics and events`);
  }
  return seconds * 1000;
}

function facts({ source, seconds, resourceName }: HeartbeatRest): object {
  return { of: resourceName, heard: source.kind, seconds };
}
