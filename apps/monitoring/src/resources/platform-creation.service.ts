import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { ResourceWithType, StringValue } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type HandlerResponse, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { CreationQueries } from './creation.queries';
import { platformKey } from './domain/resource-key';
import { isBlank, refuseWording } from './domain/wording';
import { PLATFORMS_PLUGIN } from '../plugins/platforms/built-in-plugins';
import { ResourceEntry } from './resource-entry.service';
import { ResourceRecords } from './resource-record';

/** See rule inventory-8. */
@Injectable()
export class PlatformCreationService {
  constructor(
    private readonly queries: CreationQueries,
    private readonly entry: ResourceEntry,
    private readonly records: ResourceRecords,
    private readonly db: Database,
  ) {}

  /** @throws as `create` */
  createFromRecord(body: SentBody<ResourceWithType>): Promise<HandlerResponse<ResourceWithType>> {
    const { resourceName, typeName } = body.read();
    return this.create(resourceName, typeName);
  }

  /** @throws as `create` */
  createOfType(name: string, body: SentBody<StringValue>): Promise<HandlerResponse<ResourceWithType>> {
    return this.create(name, body.read().value);
  }

  /**
   * The platform with this name and type, created if it does not exist.
   * @throws invalid_content, resource_type_not_found
   */
  private async create(
    name: string | undefined,
    typeName: string | undefined,
  ): Promise<HandlerResponse<ResourceWithType>> {
    if (isBlank(name)) throw invalidContent('Field resourceName must be given');
    if (isBlank(typeName)) throw invalidContent('The name of a type must be given');
    const problem = refuseWording({ resourceName: name });
    if (problem !== undefined) throw invalidContent(problem);
    const type = await this.queries.findType(typeName, PLATFORMS_PLUGIN);
    if (type?.category !== 'PLATFORM') {
      throw new ApiError(MonitoringError.resource_type_not_found, `Unknown platform type ${typeName}`);
    }
    const platform = {
      type,
      parent: null,
      key: platformKey(name),
      name,
      pluginConfiguration: type.plugin_configuration?.defaultValues ?? {},
      resourceConfiguration: type.resource_configuration?.defaultValues ?? {},
    };
    return this.records.created(await this.db.transaction((tx) => this.entry.insertOrFind(tx, platform)));
  }
}
