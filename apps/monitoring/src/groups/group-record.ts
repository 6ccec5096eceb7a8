import { Injectable } from '@nestjs/common';
import type { GroupRest } from '@wardstone/dto/monitoring';
import { consolePlaces, Addresses } from '../api/addresses';
import { categoryOf, typeOfGroup } from './domain/group-category';
import type { GroupRow } from './group-row.sql';

/** Writes groups down as the interface shows them; every feature that returns groups uses it. */
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
      category: categoryOf(row),
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

  /** Address of a group, for Location. */
  addressOf({ id }: Pick<GroupRow, 'id'>): string {
    return this.addresses.of(`/group/${id}`);
  }
}
