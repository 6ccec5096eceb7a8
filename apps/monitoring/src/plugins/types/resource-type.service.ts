import { Injectable } from '@nestjs/common';
import type { ResourceTypeListQuery, ResourceTypeRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { ListPage } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { ResourceTypeQueries, type TypeRow } from './resource-type.queries';

@Injectable()
export class ResourceTypeService {
  constructor(
    private readonly queries: ResourceTypeQueries,
    private readonly addresses: Addresses,
  ) {}

  /** @throws resource_type_not_found */
  async read(id: number): Promise<ResourceTypeRest> {
    const row = await this.queries.find(id);
    if (!row) throw new ApiError(MonitoringError.resource_type_not_found, `Resource type with id ${id} not found`);
    return this.toResourceType(row);
  }

  async search({ window, q, plugin }: ResourceTypeListQuery): Promise<ListPage<ResourceTypeRest>> {
    const { rows, total } = await this.queries.list({ name: q, plugin }, window);
    return { items: rows.map((row) => this.toResourceType(row)), total, window };
  }

  private toResourceType(row: TypeRow): ResourceTypeRest {
    return {
      id: row.id,
      name: row.name,
      pluginName: row.plugin_name,
      createPolicy: row.create_policy,
      dataType: row.creation_data_type,
      links: [this.addresses.link('self', `/resource/type/${row.id}`)],
    };
  }
}
