import { type Database, Queries, type Transaction } from '@wardstone/database';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import type { Parameters } from './domain/check-parameters';
import { OperationDraftEntity } from './operation.entity';

export type OperationDraftRow = Pick<
  OperationDraftEntity,
  'id' | 'name' | 'operation_definition_id' | 'resource_id' | 'job_id'
> & { parameters: Parameters };

const MINUTE_MS = 60_000;
/** See rule operations-4. */
const LIFE_MS = 15 * MINUTE_MS;
const IDLE_LIFE_MS = 5 * MINUTE_MS;

const unexpired = (nowMs: number) => ({
  written_ms: MoreThan(nowMs - LIFE_MS),
  accessed_ms: MoreThan(nowMs - IDLE_LIFE_MS),
});

export class OperationDraftQueries extends Queries {
  async insert(owner: string, draft: Omit<OperationDraftRow, 'id'>, nowMs: number): Promise<OperationDraftRow> {
    const { identifiers } = await this.db
      .repository(OperationDraftEntity)
      .insert({ owner, ...draft, written_ms: nowMs, accessed_ms: nowMs });
    const { id } = identifiers[0] as Pick<OperationDraftEntity, 'id'>;
    return { id, ...draft };
  }

  /** The owner's draft, if it has not expired; extends its lifetime. In a transaction it is locked. */
  async access(
    db: Pick<Database, 'repository'>,
    id: number,
    owner: string,
    nowMs: number,
  ): Promise<OperationDraftRow | undefined> {
    const drafts = db.repository(OperationDraftEntity);
    const { affected } = await drafts.update({ id, owner, ...unexpired(nowMs) }, { accessed_ms: nowMs });
    const draft = affected ? await drafts.findOneBy({ id }) : null;
    return (draft as OperationDraftRow | null) ?? undefined;
  }

  /** Whether the owner has the draft, unexpired; does not extend its lifetime. */
  exists(id: number, owner: string, nowMs: number): Promise<boolean> {
    return this.db.repository(OperationDraftEntity).existsBy({ id, owner, ...unexpired(nowMs) });
  }

  async write(
    tx: Transaction,
    id: number,
    { parameters, jobId }: { parameters: Parameters; jobId: string | null },
    nowMs: number,
  ): Promise<void> {
    await tx
      .repository(OperationDraftEntity)
      .update({ id }, { parameters, job_id: jobId, written_ms: nowMs, accessed_ms: nowMs });
  }

  async remove(id: number, owner: string): Promise<void> {
    await this.db.repository(OperationDraftEntity).delete({ id, owner });
  }

  async purge(nowMs: number): Promise<void> {
    const drafts = this.db.repository(OperationDraftEntity);
    await drafts.delete({ written_ms: LessThanOrEqual(nowMs - LIFE_MS) });
    await drafts.delete({ accessed_ms: LessThanOrEqual(nowMs - IDLE_LIFE_MS) });
  }
}
