import { type Paged, parameters, Queries } from '@wardstone/database';
import type { FileChange, FileDifference } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern } from '@wardstone/patterns';
import { BASE_DIRECTORY } from './drift-base.sql';

/** Without the first report of the files, which is the baseline. */
const CHANGES = `drift_definition f
  JOIN drift_change_set s ON s.drift_definition_id = f.id AND s.version > 0
  JOIN drift d ON d.drift_change_set_id = s.id`;

const BASES = `JOIN resource r ON r.id = f.resource_id
  LEFT JOIN LATERAL (
    SELECT nullif(${BASE_DIRECTORY}, '') AS directory FROM drift_template t
     WHERE t.resource_type_id = r.resource_type_id AND t.name = f.name) base ON TRUE`;

export class FileChangeQueries extends Queries {
  /** Newest first. */
  list(resourceId: number, pathPart: string | undefined, window: PageWindow): Promise<Paged<FileChange>> {
    const bound = parameters();
    const { bind } = bound;
    const path = pathPart === undefined ? '' : `AND lower(d.path) LIKE lower(${bind(substringPattern(pathPart))})`;
    const where = `WHERE f.resource_id = ${bind(resourceId)} ${path}`;
    return this.page<FileChange>(
      `FROM ${CHANGES} ${where}`,
      (cut) =>
        `SELECT d.id, s.created_ms::float8 AS time, f.name AS definition, s.version, d.category, d.path,
                rtrim(base.directory, '/') || '/' || d.path AS file, d.sha256, d.size::float8 AS size, d.mode, d.owner,
                EXISTS (SELECT 1 FROM drift_text t WHERE t.drift_id = d.id) AS "hasText"
           FROM ${CHANGES} ${BASES} ${where} ORDER BY d.id DESC ${cut}`,
      bound,
      window,
    );
  }

  findTexts(resourceId: number, id: number): Promise<Omit<FileDifference, 'difference'> | undefined> {
    return this.db.first<Omit<FileDifference, 'difference'>>(
      `SELECT d.id, d.path, t.before, t.after FROM ${CHANGES} JOIN drift_text t ON t.drift_id = d.id
        WHERE f.resource_id = $1 AND d.id = $2`,
      [resourceId, id],
    );
  }
}
