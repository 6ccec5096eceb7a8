import { Injectable } from '@nestjs/common';
import type { GroupDefinitionRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { Addresses } from '../api/addresses';
import type { GroupDefinitionRow } from './group-definition.queries';

/** Writes group definitions down as the interface shows them. */
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

  /** Address of a definition, for Location. */
  addressOf({ id }: Pick<GroupDefinitionRow, 'id'>): string {
    return this.addresses.of(`/group/definition/${id}`);
  }
}

/** There is no such definition. */
export function definitionNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.group_definition_not_found, `Group definition with id ${id} not found`);
}
