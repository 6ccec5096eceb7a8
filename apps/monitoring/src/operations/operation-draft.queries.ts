import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Queryable, Transaction } from '@wardstone/database';
import type { Parameters } from './domain/check-parameters';

export interface OperationDraftRow {
  id: number;
  name: string;
  operation_definition_id: number;
  resource_id: number;
  parameters: Parameters;
  /** Of its execution; null before. */
  job_id: string | null;
}

const MINUTE_MS = 60_000;
/** See rule operations-4. */
const LIFE_MS = 15 * MINUTE_MS;
const IDLE_LIFE_MS = 5 * MINUTE_MS;

const COLUMNS = 'd.id, d.name, d.operation_definition_id, d.resource_id, d.parameters, d.job_id';
const LIVES = (nowPlace: string): string =>
  `d.written_ms > ${nowPlace}::bigint - ${LIFE_MS} AND d.accessed_ms > ${nowPlace}::bigint - ${IDLE_LIFE_MS}`;

@Injectable()
export class OperationDraftQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  async insert(
    owner: string,
    draft: { name: string; definitionId: number; resourceId: number; parameters: Parameters },
    nowMs: number,
  ): Promise<number> {
    const [row] = await this.db.query<{ id: number }>(
      `INSERT INTO operation_draft (owner, name, operation_definition_id, resource_id, parameters, written_ms, accessed_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id`,
      [owner, draft.name, draft.definitionId, draft.resourceId, JSON.stringify(draft.parameters), nowMs],
    );
    return row!.id;
  }

  /** The owner's draft, if it lives; this is an access. Inside a transaction nobody else touches it meanwhile. */
  async access(db: Queryable, id: number, owner: string, nowMs: number): Promise<OperationDraftRow | undefined> {
    const [row] = await db.query<OperationDraftRow>(
      `UPDATE operation_draft d SET accessed_ms = $3 WHERE d.id = $1 AND d.owner = $2 AND ${LIVES('$3')}
       RETURNING ${COLUMNS}`,
      [id, owner, nowMs],
    );
    return row;
  }

  async write(
    tx: Transaction,
    id: number,
    { parameters, jobId }: { parameters: Parameters; jobId: string | null },
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE operation_draft SET parameters = $2, job_id = $3, written_ms = $4, accessed_ms = $4 WHERE id = $1`,
      [id, JSON.stringify(parameters), jobId, nowMs],
    );
  }

  async remove(id: number, owner: string): Promise<void> {
    await this.db.query(`DELETE FROM operation_draft WHERE id = $1 AND owner = $2`, [id, owner]);
  }

  async purge(nowMs: number): Promise<void> {
    await this.db.query(`DELETE FROM operation_draft d WHERE NOT (${LIVES('$1')})`, [nowMs]);
  }
}
