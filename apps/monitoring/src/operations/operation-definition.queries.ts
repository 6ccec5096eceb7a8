import { Queries, type Queryable } from '@wardstone/database';
import type { ConfigurationDefinition } from '@wardstone/plugin-descriptor';

export interface OperationDefinitionRow {
  id: number;
  resource_type_id: number;
  name: string;
  display_name: string;
  description: string | null;
  timeout_seconds: number | null;
  parameters: ConfigurationDefinition | null;
}

const COLUMNS = 'd.id, d.resource_type_id, d.name, d.display_name, d.description, d.timeout_seconds, d.parameters';

export class OperationDefinitionQueries extends Queries {
  find(id: number, db: Queryable = this.db): Promise<OperationDefinitionRow | undefined> {
    return db.first<OperationDefinitionRow>(
      `SELECT ${COLUMNS} FROM operation_definition d JOIN resource_type t ON t.id = d.resource_type_id
        WHERE d.id = $1 AND NOT t.is_deleted`,
      [id],
    );
  }

  /** Operation definitions of the resource's type, in order of declaration. */
  listOfResource(resourceId: number): Promise<OperationDefinitionRow[]> {
    return this.db.query<OperationDefinitionRow>(
      `SELECT ${COLUMNS} FROM resource r JOIN operation_definition d ON d.resource_type_id = r.resource_type_id
        WHERE r.id = $1 ORDER BY d.position, d.id`,
      [resourceId],
    );
  }

  findResourceType(resourceId: number): Promise<number | undefined> {
    return this.db.value<number>(`SELECT r.resource_type_id FROM resource r WHERE r.id = $1`, [resourceId]);
  }
}
