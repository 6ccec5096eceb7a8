import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { ConnectionChange, ResourceConfigurationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { SentBody } from '@wardstone/media-types';
import { MASK } from '@wardstone/terms';
import { invalidContent } from '../api/invalid-parameter';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import { ConnectionGuard } from './connection-guard.service';
import { CreationQueries } from './creation.queries';
import { effectiveConfiguration, missingProperties, type SentValues } from './domain/effective-configuration';
import { namedResources, withoutSecrets } from './domain/naming-properties';
import { notInInventory } from './resource-changes.service';
import { ResourceChangesQueries } from './resource-changes.queries';
import { ResourceReadsService } from './resource-reads.service';
import { lockVisible } from './resource-row.queries';

/** Connection properties of resources added by people, such as probes. See rule inventory-21. */
@Injectable()
export class ConnectionChangeService {
  constructor(
    private readonly queries: ResourceChangesQueries,
    private readonly creation: CreationQueries,
    private readonly connections: ConnectionGuard,
    private readonly reads: ResourceReadsService,
    private readonly authorization: AuthorizationService,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the properties; masked secrets are unchanged.
   * @throws resource_not_found, resource_forbidden, invalid_content, resource_not_in_inventory,
   * connection_property_forbidden, resource_exists
   */
  async change(
    id: number,
    body: SentBody<ConnectionChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<ResourceConfigurationRest> {
    await this.authorization.requireResource(caller, id, 'MODIFY_RESOURCE');
    await this.authorization.requireResource(caller, id, 'CONFIGURE_READ');
    const { pluginConfig } = body.read();
    if (pluginConfig === undefined) throw invalidContent('Field pluginConfig is required');
    await this.db.transaction(async (tx) => {
      const row = await lockVisible(tx, id, caller);
      if (!row) throw resourceNotFound(id);
      if (row.inventory_status !== 'COMMITTED') throw notInInventory(row);
      const type = await this.creation.findTypeById(tx, row.resource_type_id);
      if (!type?.supports_manual_add || row.parent_id === null) {
        throw invalidContent('The connection properties of this resource are those that its agent reports');
      }
      const before = await this.queries.findConnection(tx, id);
      const sent = withKeptSecrets(pluginConfig, before);
      const changed = Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isSame(value, before[name])));
      const after = effectiveConfiguration(type.plugin_configuration, sent);
      const place = { parentId: row.parent_id, type, sent: changed, after };
      await this.connections.authorize(tx, place, caller, () => undefined);
      const [missing] = missingProperties(type.plugin_configuration, after);
      if (missing !== undefined) throw invalidContent(`Connection property ${missing} must be given`);
      if (isSame(after, before)) return;
      if (await this.creation.hasChild(tx, row.parent_id, type.id, after)) {
        throw new ApiError(
          MonitoringError.resource_exists,
          `Resource ${row.parent_id} already has a child of type ${type.name} with the same connection properties`,
        );
      }
      await this.queries.updateConnection(tx, id, after, this.clock.now());
      if (namedResources(type.plugin_configuration, after).length > 0) await this.creation.putAuthor(tx, id, caller);
      note(changeFacts({ kind: 'resource', id, name: row.name }, withoutSecrets(before), withoutSecrets(after)));
    });
    return this.reads.readConfiguration(id, caller);
  }
}

function withKeptSecrets(sent: SentValues, before: SentValues): SentValues {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, value === MASK ? (before[name] ?? null) : value]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : (value ?? null),
    );
  return text(one) === text(other);
}
