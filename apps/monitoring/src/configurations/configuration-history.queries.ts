import { type Bound, type Paged, parameters, Queries } from '@wardstone/database';
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

/** Differences between two JSON objects, by property. */
const differences = (one: string, other: string): string => `
  SELECT coalesce(a.key, b.key) AS property, a.value AS value, b.value AS other
    FROM jsonb_each_text(${one}) a FULL JOIN jsonb_each_text(${other}) b ON a.key = b.key
   WHERE a.value IS DISTINCT FROM b.value`;

export class ConfigurationHistoryQueries extends Queries {
  /** Compares each of the newest versions with its predecessor, newest first. The first version is not a change. */
  listChanges(resourceId: number, versions: number, window: PageWindow): Promise<Paged<ChangeRow>> {
    const bound = parameters();
    const { bind } = bound;
    return this.findPage<ChangeRow>(
      `SELECT u.id AS version, u.created_ms::float8 AS time, d.property, d.other AS before, d.value AS after
         FROM (SELECT u.id, u.created_ms, u.configuration, lag(u.configuration) OVER (ORDER BY u.id) AS earlier
                 FROM (SELECT u.id, u.created_ms, u.configuration FROM configuration_update u
                        WHERE u.resource_id = ${bind(resourceId)} AND u.status = 'SUCCESS'
                        ORDER BY u.id DESC LIMIT ${bind(versions + 1)}) u) u
        CROSS JOIN LATERAL (${differences('u.configuration', 'u.earlier')}) d
        WHERE u.earlier IS NOT NULL`,
      'version DESC, property',
      bound,
      window,
    );
  }

  listDifferences(one: ConfigurationAt, other: ConfigurationAt, window: PageWindow): Promise<Paged<DifferenceRow>> {
    const bound = parameters();
    const { bind } = bound;
    const at = ({ resourceId, timeMs }: ConfigurationAt): string =>
      timeMs === undefined
        ? `(SELECT r.resource_configuration FROM resource r WHERE r.id = ${bind(resourceId)})`
        : `(SELECT u.configuration FROM configuration_update u
             WHERE u.resource_id = ${bind(resourceId)} AND u.status = 'SUCCESS' AND u.created_ms <= ${bind(timeMs)}
             ORDER BY u.id DESC LIMIT 1)`;
    return this.findPage<DifferenceRow>(
      `SELECT d.property, d.value, d.other AS "otherValue"
         FROM (SELECT coalesce(${at(one)}, '{}') AS one, coalesce(${at(other)}, '{}') AS other) c
        CROSS JOIN LATERAL (${differences('c.one', 'c.other')}) d`,
      'property',
      bound,
      window,
    );
  }

  /** Configuration definition of the resource's type; null if it declares none. */
  async findDefinition(resourceId: number): Promise<ConfigurationDefinition | null> {
    const row = await this.db.first<{ definition: ConfigurationDefinition | null }>(
      `SELECT t.resource_configuration AS definition FROM resource r JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.id = $1`,
      [resourceId],
    );
    return row?.definition ?? null;
  }

  private findPage<Row extends object>(
    statement: string,
    order: string,
    bound: Bound,
    window: PageWindow,
  ): Promise<Paged<Row>> {
    const from = `FROM (${statement}) d`;
    return this.page<Row>(from, (cut) => `SELECT d.* ${from} ORDER BY ${order} ${cut}`, bound, window);
  }
}
