import { parameters, Queries, type Transaction } from '@wardstone/database';
import type { Submitter, Viewer } from './viewer';
import { type Bind, seesGroup, seesResource, submitsTo } from './visible.sql';

export class AuthorizationQueries extends Queries {
  /** Whether the viewer sees the resource, in any status; undefined if unknown. */
  isResourceVisible(id: number, viewer: Viewer, tx?: Transaction): Promise<boolean | undefined> {
    return this.isVisible('resource', id, (bind) => seesResource(viewer, 't.id', bind), tx);
  }

  /** Whether the caller may submit values of the resource; undefined if unknown. */
  isSubmissionAllowed(id: number, submitter: Submitter): Promise<boolean | undefined> {
    return this.isVisible('resource', id, (bind) => submitsTo(submitter, 't', bind));
  }

  /** Whether the viewer sees the group; undefined if unknown. */
  isGroupVisible(id: number, viewer: Viewer, tx?: Transaction): Promise<boolean | undefined> {
    return this.isVisible('resource_group', id, (bind) => seesGroup(viewer, 't.id', bind), tx);
  }

  private async isVisible(
    table: 'resource' | 'resource_group',
    id: number,
    condition: (bind: Bind) => string,
    tx?: Transaction,
  ): Promise<boolean | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = condition(bind);
    const sql = `SELECT ${isSeen} AS is_seen FROM ${table} t WHERE t.id = $1`;
    type Row = { is_seen: boolean };
    const rows = tx ? await tx.query<Row>(sql, params) : await this.db.queryOften<Row>(sql, params);
    return rows[0]?.is_seen;
  }
}
