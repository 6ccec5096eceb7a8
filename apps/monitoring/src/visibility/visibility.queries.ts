import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import type { Submitter, Viewer } from './visible';
import { seesGroup, seesResource, submitsTo } from './visible.queries';
import type { Bind } from './visible.queries';

@Injectable()
export class VisibilityQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Whether the viewer sees the resource; undefined when there is none of that id, in whatever inventory status. */
  findResourceSight(id: number, viewer: Viewer, tx?: Transaction): Promise<boolean | undefined> {
    return this.findSight('resource', id, (bind) => seesResource(viewer, 't.id', bind), tx);
  }

  /** Whether the caller may submit values of the resource; undefined when there is none of that id. */
  findSubmission(id: number, submitter: Submitter): Promise<boolean | undefined> {
    return this.findSight('resource', id, (bind) => submitsTo(submitter, 't', bind));
  }

  /** Whether the viewer sees the group; undefined when there is none of that id. */
  findGroupSight(id: number, viewer: Viewer, tx?: Transaction): Promise<boolean | undefined> {
    return this.findSight('resource_group', id, (bind) => seesGroup(viewer, 't.id', bind), tx);
  }

  private async findSight(
    table: 'resource' | 'resource_group',
    id: number,
    condition: (bind: Bind) => string,
    tx?: Transaction,
  ): Promise<boolean | undefined> {
    const params: unknown[] = [id];
    const isSeen = condition((value) => `$${params.push(value)}`);
    const sql = `SELECT ${isSeen} AS is_seen FROM ${table} t WHERE t.id = $1`;
    type Row = { is_seen: boolean };
    const rows = tx ? await tx.query<Row>(sql, params) : await this.db.queryOften<Row>(sql, params);
    return rows[0]?.is_seen;
  }
}
