import { Injectable } from '@nestjs/common';
import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { HandlerResponse } from '@wardstone/media-types';
import { Addresses, consolePlaces } from '../api/addresses';
import type { ResourceRow } from './resource-row.sql';

/** Converts resources to the records of the API, for every feature that returns resources. */
@Injectable()
export class ResourceRecords {
  constructor(private readonly addresses: Addresses) {}

  /** See rule inventory-2. */
  of(row: ResourceRow): ResourceWithType {
    const { addresses } = this;
    const path = `/resource/${row.id}`;
    return {
      resourceName: row.name,
      resourceId: row.id,
      typeName: row.type_name,
      typeId: row.resource_type_id,
      pluginName: row.plugin_name,
      parentId: row.parent_id,
      status: row.inventory_status,
      availability: row.availability,
      ancestry: row.ancestry,
      location: row.location,
      description: row.description,
      links: [
        addresses.link('operationDefinitions', `/operation/definitions?resourceId=${row.id}`),
        addresses.link('self', path),
        addresses.link('schedules', `${path}/schedules`),
        addresses.link('availability', `${path}/availability`),
        addresses.link('children', `${path}/children`),
        addresses.link('alerts', `${path}/alerts`),
        addresses.link('alertDefinitions', `/alert/definitions?resourceId=${row.id}`),
        ...(row.parent_id === null ? [] : [addresses.link('parent', `/resource/${row.parent_id}`)]),
        ...(row.compliance_system_id ? [addresses.complianceSystem(row.compliance_system_id)] : []),
        addresses.console(consolePlaces.resource(row.id)),
      ],
    };
  }

  /** 201 with the resource, even if it existed before. See rule inventory-8. */
  created(row: ResourceRow): HandlerResponse<ResourceWithType> {
    return new HandlerResponse(this.of(row), {
      status: 201,
      headers: { Location: this.addresses.of(`/resource/${row.id}`) },
    });
  }
}
