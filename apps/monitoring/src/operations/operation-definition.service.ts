import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type {
  OperationDefinitionQuery,
  OperationDefinitionRest,
  OperationResourceQuery,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { SimpleProperty } from '@wardstone/plugin-descriptor';
import { Addresses } from '../api/addresses';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { OperationDefinitionQueries, type OperationDefinitionRow } from './operation-definition.queries';
import { getDefaultText } from './domain/parameter-values';

/** Operations of resources. See rule operations-2. */
@Injectable()
export class OperationDefinitionService {
  constructor(
    private readonly queries: OperationDefinitionQueries,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
  ) {}

  /** @throws operation_definition_not_found */
  async read(id: number, { resourceId }: OperationDefinitionQuery): Promise<OperationDefinitionRest> {
    return this.toRecord(await this.require(id), resourceId);
  }

  /** @throws resource_not_found, resource_forbidden */
  async listOfResource(query: OperationResourceQuery, viewer: Viewer): Promise<OperationDefinitionRest[]> {
    const resourceId = knownResourceId(query);
    await this.authorization.requireResource(viewer, resourceId);
    const rows = await this.queries.listOfResource(resourceId);
    return rows.map((row) => this.toRecord(row, resourceId));
  }

  find(id: number, tx: Transaction): Promise<OperationDefinitionRow | undefined> {
    return this.queries.find(id, tx);
  }

  /** @throws operation_definition_not_found */
  async require(id: number): Promise<OperationDefinitionRow> {
    const row = await this.queries.find(id);
    if (row) return row;
    throw new ApiError(MonitoringError.operation_definition_not_found, `Operation definition with id ${id} not found`);
  }

  private toRecord(row: OperationDefinitionRow, resourceId: number | undefined): OperationDefinitionRest {
    const simple = (row.parameters?.properties ?? []).filter(
      (property): property is SimpleProperty => property.kind === 'SIMPLE',
    );
    const path = `/operation/definition/${row.id}?resourceId=${resourceId}`;
    return {
      id: row.id,
      name: row.name,
      displayName: row.display_name,
      description: row.description,
      params: simple.map((property) => ({
        name: property.name,
        required: property.isRequired,
        type: property.type,
        defaultValue: getDefaultText(property),
      })),
      links: resourceId === undefined ? [] : [this.addresses.link('create', path)],
    };
  }
}

const MAX_INT = 2 ** 31 - 1;

/** An id beyond the column's range is unknown. */
export function knownResourceId({ resourceId }: OperationResourceQuery): number {
  return Math.abs(resourceId) > MAX_INT ? 0 : resourceId;
}
