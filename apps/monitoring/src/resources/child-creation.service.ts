import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type {
  CreationRequest,
  NamedCreationQuery,
  ResourceCreationQuery,
  StringValue,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type HandlerResponse, type Parsed, type Sent, type SentBody } from '@wardstone/media-types';
import { ContentService } from '../content/content.service';
import type { AuditNote } from '@wardstone/bootstrap';
import { invalidContent } from '../api/invalid-parameter';
import { unknownPath } from '../api/error-mapping';
import { toStorableId } from '../api/path-id';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import { ConnectionGuard } from './connection-guard.service';
import { type CreatableType, CreationQueries, type NewResource } from './creation.queries';
import { type CreationPath, creationPath } from './domain/creation-path';
import { effectiveConfiguration, missingProperties } from './domain/effective-configuration';
import { namedResources } from './domain/naming-properties';
import { childKey } from './domain/resource-key';
import { isBlank, refuseWording } from './domain/wording';
import { PendingCreationService } from './pending-creation.service';
import { notInInventory } from './resource-changes.service';
import { ResourceEntry } from './resource-entry.service';
import { ResourceRecords } from './resource-record';
import { lockVisible } from './resource-row.queries';
import type { ResourceRow } from './resource-row.sql';

/** Path segments that cannot be names of resources. See rule inventory-9. */
const RESERVED_NAMES = new Set(['platforms', 'platform', 'type', 'creationStatus']);

interface Order {
  sent: Sent<CreationRequest>;
  parent: ResourceRow;
  type: CreatableType;
  /** Key of the copied content for the new resource. */
  content: string | undefined;
  caller: CallerIdentity;
}

/** See rules inventory-9, inventory-10, content-2. */
@Injectable()
export class ChildCreationService {
  constructor(
    private readonly queries: CreationQueries,
    private readonly entry: ResourceEntry,
    private readonly connections: ConnectionGuard,
    private readonly pending: PendingCreationService,
    private readonly contents: ContentService,
    private readonly authorization: AuthorizationService,
    private readonly records: ResourceRecords,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a resource in the way of its type.
   * @throws invalid_content, content_not_found, resource_not_found, resource_type_not_found, resource_forbidden,
   * connection_property_forbidden, resource_not_in_inventory, resource_exists
   */
  async create(
    body: SentBody<CreationRequest>,
    { handle }: ResourceCreationQuery,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse> {
    const sent = body.read();
    const outcome = await this.db.transaction(async (tx) => {
      const content = handle === undefined ? undefined : (await this.contents.copy(tx, handle)).key;
      const { parent, type } = await this.requirePlace(tx, sent, caller, note);
      const order: Order = { sent, parent, type, content, caller };
      return this.createBy(await this.choosePath(tx, order), tx, order);
    });
    return typeof outcome === 'number' ? this.pending.readStatus(outcome, caller) : this.records.created(outcome);
  }

  /**
   * Creates a resource regardless of its type's policies.
   * @throws as `create`
   */
  async createSynthetic(
    name: string,
    query: Parsed<NamedCreationQuery>,
    body: SentBody<StringValue>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse> {
    if (RESERVED_NAMES.has(name)) throw unknownPath(`/rest/resource/${name}`);
    const typeName = body.read().value;
    const { plugin: pluginName, parentId = 0 } = query.read();
    const sent = { resourceName: name, typeName, pluginName, parentId };
    const row = await this.db.transaction(async (tx) => {
      const { parent, type } = await this.requirePlace(tx, sent, caller, note);
      refuse(type.category === 'PLATFORM' ? 'A platform cannot have a parent' : undefined);
      refuse(isBlank(name) ? 'The name must not be blank' : refuseWording({ resourceName: name }));
      if (parent.inventory_status !== 'COMMITTED') throw notInInventory(parent);
      return this.insertSynthetic(tx, { sent: sent, parent, type }, name);
    });
    return this.records.created(row);
  }

  /**
   * Parent and type, in the order in which they are checked, for everything that is created on request. The parent is
   * locked until the transaction ends.
   */
  private async requirePlace(
    tx: Transaction,
    { parentId = 0, typeName = '', pluginName = '', pluginConfig }: Sent<CreationRequest>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<{ parent: ResourceRow; type: CreatableType }> {
    const parent = await lockVisible(tx, toStorableId(parentId), caller);
    if (!parent) throw resourceNotFound(parentId);
    const type = await this.queries.findType(typeName, pluginName, tx);
    if (!type) {
      throw new ApiError(
        MonitoringError.resource_type_not_found,
        `Unknown type "${typeName}" of plugin "${pluginName}"`,
      );
    }
    this.authorization.authorizeResource(caller, { id: parent.id, isSeen: parent.is_seen }, 'CREATE_CHILD_RESOURCES');
    await this.connections.authorize(tx, { parentId: parent.id, type, sent: pluginConfig }, caller, note);
    return { parent, type };
  }

  private async choosePath(tx: Transaction, { sent, parent, type, content }: Order): Promise<CreationPath> {
    const path = creationPath({
      category: type.category,
      supportsManualAdd: type.supports_manual_add,
      createPolicy: type.create_policy,
      dataType: type.creation_data_type,
      hasCreationPackage: type.has_creation_package,
      isPermittedChild: await this.queries.isPermittedChild(tx, type.id, parent.resource_type_id),
      hasContent: content !== undefined,
      hasName: !isBlank(sent.resourceName),
    });
    if (typeof path !== 'string') throw invalidContent(path.refused);
    refuse(refuseWording({ resourceName: sent.resourceName }));
    if (parent.inventory_status !== 'COMMITTED') throw notInInventory(parent);
    const isTaken = type.is_singleton && path !== 'synthetic' && (await this.queries.hasChild(tx, parent.id, type.id));
    if (isTaken) {
      throw new ApiError(
        MonitoringError.resource_exists,
        `Resource ${parent.id} already has a child of type ${type.name} (only one allowed)`,
      );
    }
    return path;
  }

  /** The resource, or the id of a pending creation. */
  private createBy(path: CreationPath, tx: Transaction, order: Order): Promise<ResourceRow | number> {
    switch (path) {
      case 'manual':
        return this.insertManual(tx, order);
      case 'synthetic':
        return this.insertSynthetic(tx, order, order.sent.resourceName!);
      case 'asynchronous':
        return this.order(tx, order);
    }
  }

  private async insertManual(tx: Transaction, { sent, parent, type, caller }: Order): Promise<ResourceRow> {
    const name = isBlank(sent.resourceName) ? type.name : sent.resourceName;
    const configurations = getConfigurations(type, sent);
    const connection = configurations.pluginConfiguration;
    const [missing] = missingProperties(type.plugin_configuration, connection);
    refuse(missing === undefined ? undefined : `Connection property ${missing} must be given`);
    const exists = (): ApiError =>
      new ApiError(
        MonitoringError.resource_exists,
        `Resource ${parent.id} already has a child of type ${type.name} with the same connection properties`,
      );
    if (await this.queries.hasChild(tx, parent.id, type.id, connection)) throw exists();
    const place = { type, parent, name, ...configurations };
    // Several resources may have the same name, distinguished by their connection properties.
    const digest = createHash('sha256').update(JSON.stringify(connection)).digest('hex').slice(0, 16);
    const key = childKey(name, parent.id);
    const row =
      (await this.entry.insert(tx, { ...place, key })) ??
      (await this.entry.insert(tx, { ...place, key: `${key}:${digest}` }));
    if (!row) throw exists();
    if (namedResources(type.plugin_configuration, connection).length > 0)
      await this.queries.putAuthor(tx, row.id, caller);
    return row;
  }

  private insertSynthetic(
    tx: Transaction,
    { sent, parent, type }: Pick<Order, 'sent' | 'parent' | 'type'>,
    name: string,
  ): Promise<ResourceRow> {
    const key = childKey(name, parent.id);
    return this.entry.insertOrFind(tx, { type, parent, name, key, ...getConfigurations(type, sent) });
  }

  private order(tx: Transaction, { sent, parent, type, content, caller }: Order): Promise<number> {
    const nowMs = this.clock.now();
    return this.pending.order(tx, {
      parentId: parent.id,
      typeId: type.id,
      name: sent.resourceName!,
      ...getConfigurations(type, sent),
      // With content, these are the deployment properties (rule content-2).
      ...(content !== undefined && { resourceConfiguration: effectiveConfiguration(null, sent.resourceConfig) }),
      content: content === undefined ? undefined : { key: content, version: String(nowMs) },
      requestedBy: caller.username,
    });
  }
}

/** The defaults of the type, overridden by the sent values. */
function getConfigurations(
  type: CreatableType,
  sent: Sent<CreationRequest>,
): Pick<NewResource, 'pluginConfiguration' | 'resourceConfiguration'> {
  return {
    pluginConfiguration: effectiveConfiguration(type.plugin_configuration, sent.pluginConfig),
    resourceConfiguration: effectiveConfiguration(type.resource_configuration, sent.resourceConfig),
  };
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw invalidContent(problem);
}
