import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { ResourceWithType, StringValue } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type Answer, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { InventoryService } from './inventory.service';
import { CreationQueries } from './creation.queries';
import { platformKey } from './domain/resource-key';
import { isBlank, refuseWording } from './domain/wording';
import { ResourceRecords } from './resource-record';
import type { ResourceRow } from './resource-row.sql';

/** The plugin whose types platforms created here have. See rule inventory-8. */
export const PLATFORMS_PLUGIN = 'Platforms';

/** See rule inventory-8. */
@Injectable()
export class PlatformCreationService {
  constructor(
    private readonly queries: CreationQueries,
    private readonly inventory: InventoryService,
    private readonly records: ResourceRecords,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws as `create` */
  createFromRecord(body: SentBody<ResourceWithType>): Promise<Answer<ResourceWithType>> {
    const { resourceName, typeName } = body.read();
    return this.create(resourceName, typeName);
  }

  /** @throws as `create` */
  createOfType(name: string, body: SentBody<StringValue>): Promise<Answer<ResourceWithType>> {
    return this.create(name, body.read().value);
  }

  /** The platform of this name and type, made if it is not there. @throws invalid_content, resource_type_not_found */
  private async create(name: string | undefined, typeName: string | undefined): Promise<Answer<ResourceWithType>> {
    if (isBlank(name)) throw invalidContent('Field resourceName must be given');
    if (isBlank(typeName)) throw invalidContent('The name of a type must be given');
    const problem = refuseWording({ resourceName: name });
    if (problem !== undefined) throw invalidContent(problem);
    const type = await this.queries.findType(typeName, PLATFORMS_PLUGIN);
    if (type?.category !== 'PLATFORM') {
      throw new ApiError(MonitoringError.resource_type_not_found, `Unknown platform type ${typeName}`);
    }
    const row = await this.db.transaction(async (tx) => {
      const platform = {
        type,
        parentId: null,
        ancestry: null,
        key: platformKey(name),
        name,
        pluginConfiguration: type.plugin_configuration?.defaultValues ?? {},
        resourceConfiguration: type.resource_configuration?.defaultValues ?? {},
      };
      const nowMs = this.clock.now();
      const id = await this.queries.insert(tx, platform, nowMs);
      if (id !== undefined) await this.inventory.enter(tx, [id], nowMs);
      return this.requireByKey(tx, type.id, platform.key);
    });
    return this.records.created(row);
  }

  private async requireByKey(tx: Transaction, typeId: number, key: string): Promise<ResourceRow> {
    const row = await this.queries.findByKey(tx, null, typeId, key);
    // It left the inventory between the two statements; a second try creates it.
    if (!row) throw new ApiError(MonitoringError.resource_changed_meanwhile);
    return row;
  }
}
