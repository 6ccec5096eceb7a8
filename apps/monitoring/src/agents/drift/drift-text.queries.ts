import { Queries, type Transaction } from '@wardstone/database';
import type { ReportedDrift } from '@wardstone/dto/monitoring';

/** Limits of one drift definition of a resource. */
const MAX_CHANGES = 500;
const MAX_CHANGE_BYTES = 8 * 1024 * 1024;
/** Texts of the present files; the last report may exceed it. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

const toKey = (path: string): string => `sha256(convert_to(${path}, 'UTF8'))`;

/** Texts of watched files. See rule agents-24. */
export class DriftTextQueries extends Queries {
  /** Stores the texts before and after the changes of a set. Runs before the new states of the files are stored. */
  async storeChanges(
    tx: Transaction,
    definitionId: number,
    setId: number,
    drifts: readonly ReportedDrift[],
  ): Promise<void> {
    const stored = await tx.query(
      `INSERT INTO drift_text (drift_id, drift_definition_id, before, after)
       SELECT d.id, $1, b.text, n.text
         FROM unnest($3::text[], $4::text[], $5::text[]) AS n (path, sha256, text)
         JOIN drift d ON d.drift_change_set_id = $2 AND d.path = n.path
         LEFT JOIN drift_file f ON f.drift_definition_id = $1 AND f.path_sha256 = ${toKey('n.path')}
         -- A stored text of another digest is not what the file had before.
         LEFT JOIN drift_file_text b
                ON b.drift_definition_id = $1 AND b.path_sha256 = f.path_sha256 AND b.sha256 = split_part(f.state, ' ', 1)
        WHERE b.text IS DISTINCT FROM n.text AND b.sha256 IS DISTINCT FROM n.sha256
       ON CONFLICT DO NOTHING
       RETURNING drift_id`,
      [definitionId, setId, ...toColumns(drifts)],
    );
    if (stored.length > 0) await this.trim(tx, definitionId);
  }

  /** Stores the present texts, and deletes former ones: of the same files, or of all files. */
  async storeFiles(
    tx: Transaction,
    definitionId: number,
    drifts: readonly ReportedDrift[],
    replaced: 'all' | 'same',
  ): Promise<void> {
    await tx.query(
      `DELETE FROM drift_file_text
        WHERE drift_definition_id = $1 AND ($3 OR path_sha256 IN (SELECT ${toKey('n.path')} FROM unnest($2::text[]) AS n (path)))`,
      [definitionId, drifts.map(({ path }) => path), replaced === 'all'],
    );
    await tx.query(
      `INSERT INTO drift_file_text (drift_definition_id, path_sha256, sha256, text)
       SELECT $1, ${toKey('n.path')}, n.sha256, n.text
         FROM unnest($2::text[], $3::text[], $4::text[]) AS n (path, sha256, text)
        WHERE n.text IS NOT NULL AND n.sha256 IS NOT NULL
          AND (SELECT coalesce(sum(octet_length(t.text)), 0) FROM drift_file_text t WHERE t.drift_definition_id = $1)
              < ${MAX_FILE_BYTES}
       ON CONFLICT DO NOTHING`,
      [definitionId, ...toColumns(drifts)],
    );
  }

  /** Deletes the oldest texts beyond the limits. */
  private async trim(tx: Transaction, definitionId: number): Promise<void> {
    await tx.query(
      `DELETE FROM drift_text WHERE drift_id IN (
         SELECT kept.drift_id
           FROM (SELECT t.drift_id, row_number() OVER newest AS count,
                        sum(coalesce(octet_length(t.before), 0) + coalesce(octet_length(t.after), 0)) OVER newest AS bytes
                   FROM drift_text t WHERE t.drift_definition_id = $1
                 WINDOW newest AS (ORDER BY t.drift_id DESC)) kept
          WHERE kept.count > ${MAX_CHANGES} OR kept.bytes > ${MAX_CHANGE_BYTES})`,
      [definitionId],
    );
  }
}

function toColumns(
  drifts: readonly ReportedDrift[],
): [paths: string[], digests: (string | null)[], texts: (string | null)[]] {
  return [
    drifts.map(({ path }) => path),
    drifts.map(({ sha256 }) => sha256 ?? null),
    drifts.map(({ text }) => text?.toWellFormed() ?? null),
  ];
}
