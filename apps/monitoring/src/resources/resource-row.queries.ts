import { parameters, type Transaction } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { COMPLIANCE_SYSTEM, RESOURCE_COLUMNS, RESOURCE_TABLES, type VisibleRow } from './resource-row.sql';

/** The resource, locked until the transaction ends. */
export function lockVisible(tx: Transaction, id: number, viewer: Viewer): Promise<VisibleRow | undefined> {
  const { params, bind } = parameters(id);
  const isSeen = seesResource(viewer, 'r.id', bind);
  return tx.first<VisibleRow>(
    `SELECT ${RESOURCE_COLUMNS}, ${isSeen} AS is_seen, ${COMPLIANCE_SYSTEM} FROM ${RESOURCE_TABLES} WHERE r.id = $1
        FOR NO KEY UPDATE OF r`,
    params,
  );
}
