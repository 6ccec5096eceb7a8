import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type CallerIdentity, digestSecret, isSecret, newSecret } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type {
  AlertMapping,
  ExternalAlertRest,
  IntegrationChange,
  IntegrationKind,
  IntegrationListQuery,
  IntegrationPartsQuery,
  IntegrationRequestRest,
  IntegrationRest,
  NewIntegration,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type ListPage, type Sent, type SentBody } from '@wardstone/media-types';
import { AlertDefinitionService } from '../alert-definitions/alert-definition.service';
import { Addresses } from '../api/addresses';
import { invalidContent } from '../api/invalid-parameter';
import type { Viewer } from '../authorization/viewer';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { type AddressedKind, AddressedResources } from '../resources/addressed-resources.service';
import { InventoryService } from '../resources/inventory.service';
import { defaultDefinitions } from './domain/default-definitions';
import { mappingProblem } from './domain/read-mapped';
import { IntegrationQueries, type IntegrationRow } from './integration.queries';

/** Prefix of tokens in integration addresses. */
const PREFIX = 'wsi_';

/** See rules integrations-1, integrations-2. */
@Injectable()
export class IntegrationService implements OnModuleInit, InventoryListener {
  private readonly kind: AddressedKind<IntegrationRow, IntegrationRest> = {
    prefix: PREFIX,
    require: (id, caller, tx) => this.require(id, caller, tx),
    setAddress: (tx, id, digest) => this.queries.setAddress(tx, id, digest),
    record: (row, secret) => this.record(row, secret),
  };

  constructor(
    private readonly queries: IntegrationQueries,
    private readonly inventory: InventoryService,
    private readonly availability: AvailabilityTimeline,
    private readonly addressed: AddressedResources,
    private readonly changes: InventoryChanges,
    private readonly definitions: AlertDefinitionService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.changes.beforeCommit(this);
  }

  /** Removes the integrations of resources that left the inventory. */
  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.queries.remove(tx, resourceIds);
  }

  async list(query: IntegrationListQuery, viewer: Viewer): Promise<ListPage<IntegrationRest>> {
    const { rows, total } = await this.queries.list(viewer, query);
    return { items: rows.map((row) => this.record(row)), total, window: query.window };
  }

  /** @throws integration_not_found */
  async read(id: number, viewer: Viewer): Promise<IntegrationRest> {
    return this.record(await this.require(id, viewer));
  }

  /** @throws integration_not_found */
  async listAlerts(id: number, query: IntegrationPartsQuery, viewer: Viewer): Promise<ListPage<ExternalAlertRest>> {
    await this.require(id, viewer);
    const { rows, total } = await this.queries.listAlerts(id, query);
    return { items: rows.map(withoutNulls), total, window: query.window };
  }

  /** @throws integration_not_found */
  async listRequests(
    id: number,
    query: IntegrationPartsQuery,
    viewer: Viewer,
  ): Promise<ListPage<IntegrationRequestRest>> {
    await this.require(id, viewer);
    const { rows, total } = await this.queries.listRequests(id, query);
    return { items: rows.map(withoutNulls), total, window: query.window };
  }

  /**
   * Creates an integration: a resource in the inventory, with an alert definition for each priority.
   *
   * @throws invalid_content, resource_type_not_found, resource_exists
   */
  async create(body: SentBody<NewIntegration>, note: AuditNote): Promise<HandlerResponse<IntegrationRest>> {
    const { name: sentName = '', kind, mapping: sentMapping } = body.read();
    const name = sentName.trim();
    if (name === '') throw invalidContent('Field name must not be empty');
    if (kind === undefined) throw invalidContent('Field kind is required');
    const mapping = toMapping(kind, sentMapping);
    const secret = newSecret(PREFIX);
    const record = await this.db.transaction(async (tx) => {
      const id = await this.insertResource(tx, name);
      await this.queries.insert(tx, id, { kind, mapping, digest: digestSecret(secret) });
      for (const definition of defaultDefinitions(name)) await this.definitions.createWithResource(tx, id, definition);
      // The creator sees the new integration, even without permission to see others.
      return this.record((await this.queries.find(id, undefined, tx))!, secret);
    });
    note(changeFacts({ kind: 'resource', id: record.id, name }, {}, { kind, mapping: mapping ?? undefined }));
    return new HandlerResponse(record, {
      status: 201,
      headers: { Location: this.addresses.of(`/integration/${record.id}`), 'Cache-Control': 'no-store' },
    });
  }

  /** @throws integration_not_found, resource_forbidden, invalid_content */
  async change(
    id: number,
    body: SentBody<IntegrationChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<IntegrationRest> {
    await this.addressed.requireOpen(this.kind, id, caller);
    const sent = body.read();
    const [before, after] = await this.db.transaction(async (tx) => {
      const row = await this.addressed.requireOpen(this.kind, id, caller, tx);
      await this.queries.setMapping(tx, id, toMapping(row.kind, sent.mapping));
      return [this.record(row), this.record(await this.require(id, caller, tx))];
    });
    note(
      changeFacts({ kind: 'resource', id, name: after.name }, { mapping: before.mapping }, { mapping: after.mapping }),
    );
    return after;
  }

  /** Replaces the address; the old one stops working at once. @throws integration_not_found, resource_forbidden */
  async renewAddress(id: number, caller: CallerIdentity, note: AuditNote): Promise<HandlerResponse<IntegrationRest>> {
    return this.addressed.renewAddress(this.kind, id, caller, note);
  }

  /** Removes the integration's resource, which closes its alerts. @throws integration_not_found, resource_forbidden */
  async remove(id: number, caller: CallerIdentity, note: AuditNote): Promise<void> {
    await this.addressed.remove(this.kind, id, caller, note);
  }

  private async insertResource(tx: Transaction, name: string): Promise<number> {
    const typeId = await this.queries.findTypeId(tx);
    if (typeId === undefined) {
      throw new ApiError(MonitoringError.resource_type_not_found, 'The plugin of integrations was removed');
    }
    const place = { typeId, parentId: null, ancestry: null, key: `integration:${name}`, name };
    const nowMs = this.clock.now();
    const id = await this.inventory.insertPart(tx, place, nowMs);
    if (id !== undefined) {
      // It has no agent, so it is up as long as it is in inventory.
      await this.availability.take(tx, [{ resourceId: id, type: 'UP', sinceMs: nowMs }], nowMs);
      return id;
    }
    throw new ApiError(MonitoringError.resource_exists, `There is an integration of the name ${name}`);
  }

  private async require(id: number, viewer: Viewer, tx?: Transaction): Promise<IntegrationRow> {
    const row = await this.queries.find(id, viewer, tx);
    if (!row) throw integrationNotFound(`with id ${id}`);
    return row;
  }

  private record(
    { id, name, kind, mapping, open, heardMs, problem }: IntegrationRow,
    secret?: string,
  ): IntegrationRest {
    return {
      id,
      name,
      kind,
      ...(mapping && { mapping }),
      open,
      heardTime: heardMs ?? 0,
      ...(problem !== null && { problem }),
      ...(secret !== undefined && { address: this.addresses.of(`/integration/receive/${secret}`) }),
      links: [this.addresses.link('self', `/integration/${id}`), this.addresses.link('resource', `/resource/${id}`)],
    };
  }
}

/** Whether the text has the format of a token. */
export function isReceiveToken(text: string): boolean {
  return isSecret(text, PREFIX);
}

export function integrationNotFound(which: string): ApiError {
  return new ApiError(MonitoringError.integration_not_found, `There is no integration ${which}`);
}

/** @throws invalid_content */
function toMapping(kind: IntegrationKind, sent: Sent<AlertMapping> | undefined): AlertMapping | null {
  if (kind !== 'JSON' && kind !== 'MAIL') {
    if (sent !== undefined) throw invalidContent(`Field mapping must not be given for ${kind}`);
    return null;
  }
  if (sent === undefined && kind === 'MAIL') return null;
  const mapping: AlertMapping = { ...sent };
  const problem = mappingProblem(mapping, kind);
  if (problem !== undefined) throw invalidContent(problem);
  return mapping;
}

function withoutNulls<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
