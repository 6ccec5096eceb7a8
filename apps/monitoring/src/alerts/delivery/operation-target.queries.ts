import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { InventoryStatus } from '@wardstone/dto/monitoring';

/** A resource on which an operation is to be executed. */
export interface OperationTarget {
  id: number;
  name: string;
  resource_type_id: number;
  inventory_status: InventoryStatus;
  agent_name: string | null;
}

const COLUMNS = 'r.id, r.name, r.resource_type_id, r.inventory_status, r.agent_name';
const PRESENT = `r.inventory_status <> 'UNINVENTORIED'`;

@Injectable()
export class OperationTargetQueries {
  find(tx: Transaction, id: number): Promise<OperationTarget | undefined> {
    return tx.first<OperationTarget>(`SELECT ${COLUMNS} FROM resource r WHERE r.id = $1 AND ${PRESENT}`, [id]);
  }

  /** The nearest in the lineage that is of the type; the resource itself when there is none. */
  findStart(tx: Transaction, id: number, typeId: number): Promise<OperationTarget | undefined> {
    return tx.first<OperationTarget>(
      `WITH RECURSIVE lineage AS (
         SELECT r.id, r.parent_id, 0 AS distance FROM resource r WHERE r.id = $1 AND ${PRESENT}
         UNION ALL
         SELECT r.id, r.parent_id, l.distance + 1 FROM lineage l JOIN resource r ON r.id = l.parent_id)
       SELECT ${COLUMNS} FROM lineage l JOIN resource r ON r.id = l.id
        WHERE r.resource_type_id = $2 OR l.distance = 0
        ORDER BY r.resource_type_id = $2 DESC, l.distance LIMIT 1`,
      [id, typeId],
    );
  }

  /** Those of the type below the resource, ten at most. */
  listBelow(tx: Transaction, id: number, typeId: number, name: string | undefined): Promise<OperationTarget[]> {
    return tx.query<OperationTarget>(
      `WITH RECURSIVE below AS (
         SELECT r.id FROM resource r WHERE r.parent_id = $1 AND r.inventory_status = 'COMMITTED'
         UNION ALL
         SELECT r.id FROM below b JOIN resource r ON r.parent_id = b.id AND r.inventory_status = 'COMMITTED')
       SELECT ${COLUMNS} FROM below b JOIN resource r ON r.id = b.id
        WHERE r.resource_type_id = $2 AND ($3::text IS NULL OR r.name = $3) ORDER BY r.id LIMIT 10`,
      [id, typeId, name ?? null],
    );
  }
}
