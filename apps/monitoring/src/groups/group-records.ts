import { Injectable } from '@nestjs/common';
import type { GroupRest, GroupDefinitionRest } from '@wardstone/dto/monitoring';
import { consolePlaces, Addresses } from '../api/addresses';
import { getCategory, typeOfGroup } from './domain/group-category';
import type { GroupRow } from './group-row.sql';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { GroupDefinitionRow } from './group-definition.queries';

/** Converts groups to the records of the API, for every feature that returns groups. */
@Injectable()
export class GroupRecords {
  constructor(private readonly addresses: Addresses) {}

  /** See rules groups-1, groups-3. */
  of(row: GroupRow): GroupRest {
    const path = `/group/${row.id}`;
    return {
      id: row.id,
      name: row.name,
      resourceTypeId: typeOfGroup(row),
      recursive: row.is_recursive,
      category: getCategory(row),
      dynaGroupDefinitionId: row.definition_id,
      explicitCount: row.explicit_count,
      implicitCount: row.implicit_count,
      links: [
        this.addresses.link('edit', path),
        this.addresses.link('self', path),
        this.addresses.link('metricDefinitions', `${path}/metricDefinitions`),
        this.addresses.console(consolePlaces.group(row.id)),
      ],
    };
  }

  /** URL of a group, for Location. */
  toAddress({ id }: Pick<GroupRow, 'id'>): string {
    return this.addresses.of(`/group/${id}`);
  }
}

/** Converts group definitions to the records of the API. */
@Injectable()
export class GroupDefinitionRecords {
  constructor(private readonly addresses: Addresses) {}

  /** See rule groups-6. */
  of(row: GroupDefinitionRow): GroupDefinitionRest {
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      expression: row.expression,
      recalcInterval: row.recalc_interval_ms,
      generatedGroupIds: row.group_ids,
      recursive: row.is_recursive,
      links: [
        this.addresses.link('edit', `/group/definition/${row.id}`),
        this.addresses.link('create', '/group/definitions'),
      ],
    };
  }

  /** URL of a definition, for Location. */
  toAddress({ id }: Pick<GroupDefinitionRow, 'id'>): string {
    return this.addresses.of(`/group/definition/${id}`);
  }
}

/** The definition does not exist. */
export function definitionNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.group_definition_not_found, `Group definition with id ${id} not found`);
}
