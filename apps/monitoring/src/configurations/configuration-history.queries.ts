import { type Paged, parameters, Queries } from '@wardstone/database';
import type { PageWindow } from '@wardstone/pagination';
import type { ConfigurationDefinition } from '@wardstone/plugin-descriptor';

export interface ChangeRow {
  version: number;
  time: number;
  property: string;
  before: string | null;
  after: string | null;
}

export interface DifferenceRow {
  property: string;
  value: string | null;
  otherValue: string | null;
}

/** A configuration at a time; undefined means now. */
export interface ConfigurationAt {
  resourceId: number;
  timeMs: number | undefined;
}

/** What differs between two objects, by property. */
const differences = (one: string, other: string): string => `
  SELECT coalesce(a.key, b.key) AS property, a.value AS value, b.value AS other
    FROM jsonb_each_text(${one}) a FULL JOIN jsonb_each_text(${other}) b ON a.key = b.key
   WHERE a.value IS DISTINCT FROM b.value`;

export class ConfigurationHistoryQueries extends Queries {
  /** Of the newest versions, each compared with the one before; the newest first. The first version is no change. */
  listChanges(resourceId: number, versions: number, { offset, limit }: PageWindow): Promise<Paged<ChangeRow>> {
    const { params, bind } = parameters();
    return this.pageOf<ChangeRow>(
      `SELECT u.id AS version, u.created_ms::float8 AS time, d.property, d.other AS before, d.value AS after
         FROM (SELECT u.id, u.created_ms, u.configuration, lag(u.configuration) OVER (ORDER BY u.id) AS earlier
                 FROM (SELECT u.id, u.created_ms, u.configuration FROM configuration_update u
                        WHERE u.resource_id = ${bind(resourceId)} AND u.status = 'SUCCESS'
                        ORDER BY u.id DESC LIMIT ${bind(versions + 1)}) u) u
        CROSS JOIN LATERAL (${differences('u.configuration', 'u.earlier')}) d
        WHERE u.earlier IS NOT NULL`,
      'version DESC, property',
      { params, limit: bind(limit ?? null), offset: bind(offset) },
    );
  }

  listDifferences(
    one: ConfigurationAt,
    other: ConfigurationAt,
    { offset, limit }: PageWindow,
  ): Promise<Paged<DifferenceRow>> {
    const { params, bind } = parameters();
    const at = ({ resourceId, timeMs }: ConfigurationAt): string =>
      timeMs === undefined
        ? `(SELECT r.resource_configuration FROM resource r WHERE r.id = ${bind(resourceId)})`
        : `(SELECT u.configuration FROM configuration_update u
             WHERE u.resource_id = ${bind(resourceId)} AND u.status = 'SUCCESS' AND u.created_ms <= ${bind(timeMs)}
             ORDER BY u.id DESC LIMIT 1)`;
    return this.pageOf<DifferenceRow>(
      `SELECT d.property, d.value, d.other AS "otherValue"
         FROM (SELECT coalesce(${at(one)}, '{}') AS one, coalesce(${at(other)}, '{}') AS other) c
        CROSS JOIN LATERAL (${differences('c.one', 'c.other')}) d`,
      'property',
      { params, limit: bind(limit ?? null), offset: bind(offset) },
    );
  }

  /** What the type says of the configuration; null where it declares none. */
  async findDefinition(resourceId: number): Promise<ConfigurationDefinition | null> {
    const row = await this.db.first<{ definition: ConfigurationDefinition | null }>(
      `SELECT t.resource_configuration AS definition FROM resource r JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.id = $1`,
      [resourceId],
    );
    return row?.definition ?? null;
  }

  /** The total is in a row of its own, so that a page beyond the end has it, too. */
  private async pageOf<Row extends { property: string }>(
    statement: string,
    order: string,
    { params, limit, offset }: { params: unknown[]; limit: string; offset: string },
  ): Promise<Paged<Row>> {
    const found = await this.db.query<Row & { total: number }>(
      `WITH found AS MATERIALIZED (${statement})
       SELECT counted.total, f.* FROM (SELECT count(*)::integer AS total FROM found) counted
         LEFT JOIN (SELECT * FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) f ON true
        ORDER BY ${order}`,
      params,
    );
    const rows = found
      .map(({ total: _total, ...row }) => row as unknown as Row)
      .filter(({ property }) => (property as string | null) !== null);
    return { rows, total: found[0]!.total };
  }
}
