import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { from as copyFrom } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import type { SecurityGuideRecord } from '@wardstone/dto/compliance';
import {
  GUIDE_TABLE_COLUMNS,
  type GuideTable,
  type IdentifiedTable,
  type KnownIds,
  type RowBatch,
} from '@wardstone/scap';
import { versionSortKey } from './domain/version-sort-key';
import { GUIDE_COLUMNS } from './security-guides.queries';

/** Stored fields of a guide; its content is in other tables. */
export interface GuideDraft {
  refId: string;
  version: string;
  title: string;
  description: string;
  osMajorVersion: number;
  sha256: string;
}

/** Source document of a guide. */
export interface GuideDocument {
  /** Digest of the decoded document. */
  sha256: string;
  /** Compressed; undefined if it is too large to store. */
  gzip: Buffer | undefined;
}

export type GuideKey = Pick<GuideDraft, 'refId' | 'version'>;

/** A stored guide before the import. */
export interface StoredGuide {
  id: string;
  sha256: string;
}

const TABLES = Object.keys(GUIDE_TABLE_COLUMNS) as GuideTable[];
const IDENTIFIED: readonly IdentifiedTable[] = ['value_definition', 'rule_group', 'rule', 'profile'];
const FOREIGN_KEY_VIOLATION = '23503';
/** For copying the rows of a guide in one statement. */
const STATEMENT_TIMEOUT = '120s';

const listColumns = (table: GuideTable): string => GUIDE_TABLE_COLUMNS[table].join(', ');
const incoming = (table: GuideTable): string => `incoming_${table}`;

/** SQL of an import; all methods run in its single transaction. */
@Injectable()
export class GuideImportQueries {
  /** Waits until no other import works on this guide. */
  async lock(tx: Transaction, { refId, version }: GuideKey): Promise<void> {
    await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [STATEMENT_TIMEOUT]);
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `security guide ${JSON.stringify([refId, version])}`,
    ]);
  }

  findByKey(tx: Transaction, { refId, version }: GuideKey): Promise<StoredGuide | undefined> {
    return tx.first<StoredGuide>(
      'SELECT g.id, g.content_sha256 AS sha256 FROM security_guide g WHERE g.ref_id = $1 AND g.version = $2',
      [refId, version],
    );
  }

  /** The guide imported from the same document, since a document always gives the same guide. */
  findKeyByContent(tx: Transaction, sha256: string): Promise<GuideKey | undefined> {
    return tx.first<GuideKey>(
      `SELECT g.ref_id AS "refId", g.version FROM security_guide g WHERE g.content_sha256 = $1`,
      [sha256],
    );
  }

  async read(tx: Transaction, id: string): Promise<SecurityGuideRecord> {
    const [row] = await tx.query<SecurityGuideRecord>(`SELECT ${GUIDE_COLUMNS} FROM security_guide g WHERE g.id = $1`, [
      id,
    ]);
    return row!;
  }

  async insert(tx: Transaction, guide: GuideDraft): Promise<string> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO security_guide (ref_id, version, version_sort_key, title, description, os_major_version,
                                   content_sha256)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       RETURNING id`,
      [
        guide.refId,
        guide.version,
        versionSortKey(guide.version),
        guide.title,
        guide.description,
        guide.osMajorVersion,
        guide.sha256,
      ],
    );
    return row!.id;
  }

  async update(tx: Transaction, id: string, guide: GuideDraft): Promise<void> {
    await tx.query(
      `UPDATE security_guide
          SET title = $2, description = $3, os_major_version = $4, content_sha256 = $5, updated_at = now()
        WHERE id = $1`,
      [id, guide.title, guide.description, guide.osMajorVersion, guide.sha256],
    );
  }

  /** Does nothing if the document is already stored. */
  async keepDocument(tx: Transaction, id: string, { sha256, gzip }: GuideDocument): Promise<void> {
    const isKept = await tx.hasRow('SELECT 1 FROM guide_document d WHERE d.security_guide_id = $1 AND d.sha256 = $2', [
      id,
      sha256,
    ]);
    if (isKept) return;
    await tx.query('DELETE FROM guide_document d WHERE d.security_guide_id = $1', [id]);
    if (!gzip) return;
    await tx.query('INSERT INTO guide_document (security_guide_id, sha256, gzip) VALUES ($1, $2, $3)', [
      id,
      sha256,
      gzip,
    ]);
  }

  /** Ids of the present content of a guide. */
  async findKnownIds(tx: Transaction, guideId: string): Promise<KnownIds> {
    const known = { value_definition: [], rule_group: [], rule: [], profile: [] } as Record<
      IdentifiedTable,
      [string, string][]
    >;
    for (const table of IDENTIFIED) {
      const rows = await tx.query<{ ref_id: string; id: string }>(
        `SELECT t.ref_id, t.id FROM ${table} t WHERE t.security_guide_id = $1`,
        [guideId],
      );
      known[table] = rows.map(({ ref_id, id }) => [ref_id, id]);
    }
    return known;
  }

  /** Stores the rows of a guide without any. */
  async copy(tx: Transaction, batches: AsyncIterable<RowBatch>): Promise<void> {
    await copyBatches(tx, batches, (table) => table);
  }

  /**
   * Replaces the rows of a guide. Known ids are updated if they differ; missing ones are deleted unless they are in
   * use.
   */
  async replace(tx: Transaction, guideId: string, batches: AsyncIterable<RowBatch>): Promise<void> {
    for (const table of TABLES) {
      await tx.query(`CREATE TEMPORARY TABLE ${incoming(table)} (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`);
    }
    await copyBatches(tx, batches, incoming);
    for (const table of TABLES) await tx.query(`ANALYZE ${incoming(table)}`);
    for (const table of IDENTIFIED) await this.merge(tx, table);
    await this.replaceFixes(tx);
    await this.replaceProfileRules(tx);
    await this.removeStale(tx, guideId);
  }

  private async merge(tx: Transaction, table: IdentifiedTable): Promise<void> {
    const changing = GUIDE_TABLE_COLUMNS[table].filter((column) => column !== 'id');
    const listed = (prefix: string): string => changing.map((column) => `${prefix}.${column}`).join(', ');
    await tx.query(
      `INSERT INTO ${table} AS t (${listColumns(table)})
       SELECT ${listColumns(table)} FROM ${incoming(table)}
       ON CONFLICT (id) DO UPDATE
          SET (${changing.join(', ')}, updated_at) = (${listed('EXCLUDED')}, now())
        WHERE (${listed('t')}) IS DISTINCT FROM (${listed('EXCLUDED')})`,
    );
  }

  /** Keeps fixes of rules that stay although the new document lacks them. */
  private async replaceFixes(tx: Transaction): Promise<void> {
    await tx.query(`DELETE FROM fix f USING ${incoming('rule')} i WHERE f.rule_id = i.id`);
    await tx.query(`INSERT INTO fix (${listColumns('fix')}) SELECT ${listColumns('fix')} FROM ${incoming('fix')}`);
  }

  private async replaceProfileRules(tx: Transaction): Promise<void> {
    await tx.query(
      `DELETE FROM profile_rule pr
        USING ${incoming('profile')} p
        WHERE pr.profile_id = p.id
          AND NOT EXISTS (SELECT 1 FROM ${incoming('profile_rule')} i
                           WHERE i.profile_id = pr.profile_id AND i.rule_id = pr.rule_id)`,
    );
    await tx.query(
      `INSERT INTO profile_rule (profile_id, rule_id)
       SELECT i.profile_id, i.rule_id FROM ${incoming('profile_rule')} i
       ON CONFLICT DO NOTHING`,
    );
  }

  private async removeStale(tx: Transaction, guideId: string): Promise<void> {
    for (const table of ['profile', 'rule', 'rule_group'] as const) {
      await removeUnused(tx, table, await findStale(tx, table, guideId));
    }
    const staleValues = await findStale(tx, 'value_definition', guideId);
    // Tailorings refer to values in their overrides without a foreign key, so all values stay while there may be a
    // tailoring.
    if (staleValues.length === 0 || (await isAnyProfileInUse(tx, guideId))) return;
    await removeUnused(tx, 'value_definition', staleValues);
  }
}

async function findStale(tx: Transaction, table: IdentifiedTable, guideId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT t.id
       FROM ${table} t
      WHERE t.security_guide_id = $1 AND NOT EXISTS (SELECT 1 FROM ${incoming(table)} i WHERE i.id = t.id)`,
    [guideId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes unused rows. They may be in use by organisations that are invisible here and only known to foreign keys, so a
 * refused batch is tried again in halves.
 */
async function removeUnused(tx: Transaction, table: IdentifiedTable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isRemoved = await attempt(tx, () => tx.query(`DELETE FROM ${table} t WHERE t.id = ANY($1::uuid[])`, [ids]));
  if (isRemoved || ids.length === 1) return;
  const middle = Math.ceil(ids.length / 2);
  await removeUnused(tx, table, ids.slice(0, middle));
  await removeUnused(tx, table, ids.slice(middle));
}

/** Whether a policy or a tailoring of any organisation uses one of the guide's profiles. Changes nothing. */
async function isAnyProfileInUse(tx: Transaction, guideId: string): Promise<boolean> {
  await tx.query('SAVEPOINT usage');
  const isUnused = await attempt(tx, () => tx.query('DELETE FROM profile p WHERE p.security_guide_id = $1', [guideId]));
  await tx.query('ROLLBACK TO SAVEPOINT usage');
  return !isUnused;
}

/** Runs a statement that a foreign key may refuse; false if it did, with the transaction unchanged. */
async function attempt(tx: Transaction, work: () => Promise<unknown>): Promise<boolean> {
  await tx.query('SAVEPOINT attempt');
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT attempt');
    return false;
  }
  await tx.query('RELEASE SAVEPOINT attempt');
  return true;
}

/** Streams batches into their tables; consecutive batches of one table share a COPY. */
async function copyBatches(
  tx: Transaction,
  batches: AsyncIterable<RowBatch>,
  target: (table: GuideTable) => string,
): Promise<void> {
  const source = batches[Symbol.asyncIterator]();
  let next = await source.next();
  while (!next.done) {
    const { table } = next.value;
    const bytesOfTable = async function* (): AsyncGenerator<Uint8Array> {
      while (!next.done && next.value.table === table) {
        yield next.value.bytes;
        next = await source.next();
      }
    };
    const copy = tx.client.query(copyFrom(`COPY ${target(table)} (${listColumns(table)}) FROM STDIN`));
    await pipeline(bytesOfTable(), copy);
  }
}
