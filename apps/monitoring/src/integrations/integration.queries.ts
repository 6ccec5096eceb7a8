import { toColumns, type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type {
  AlertMapping,
  ExternalAlertRest,
  ExternalSeverity,
  IntegrationKind,
  IntegrationListQuery,
  IntegrationOutcome,
  IntegrationPartsQuery,
  IntegrationRequestRest,
} from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { INTEGRATION_EVENT, INTEGRATION_TYPE, INTEGRATIONS_PLUGIN } from '../plugins/platforms/built-in-plugins';
import type { ForeignAlert } from './domain/foreign-alert';

export interface IntegrationRow {
  id: number;
  name: string;
  kind: IntegrationKind;
  mapping: AlertMapping | null;
  heardMs: number | null;
  open: number;
  problem: string | null;
}

/** An integration addressed by a request. */
export interface AddressedIntegration extends Pick<IntegrationRow, 'id' | 'name' | 'kind' | 'mapping'> {
  /** Undefined if an uploaded plugin replaced the built-in one. */
  eventDefinitionId: number | null;
}

/** A stored external alert. */
export interface StoredAlert {
  id: number;
  key: string;
  severity: ExternalSeverity;
  isOpen: boolean;
}

const TABLES = `integration i JOIN resource r ON r.id = i.resource_id AND r.inventory_status = 'COMMITTED'`;
const COLUMNS = `r.id, r.name, i.kind, i.mapping, i.heard_ms AS "heardMs",
  (SELECT count(*)::integer FROM external_alert x WHERE x.integration_id = r.id AND x.resolved_ms IS NULL) AS open,
  (SELECT q.problem FROM integration_request q WHERE q.integration_id = r.id ORDER BY q.id DESC LIMIT 1) AS problem`;
const SORT_KEYS: Readonly<Record<IntegrationListQuery['sort']['field'], string>> = {
  name: 'r.name',
  kind: 'i.kind',
  heardTime: 'coalesce(i.heard_ms, 0)',
};
const NOTHING: IntegrationOutcome = { fired: 0, updated: 0, resolved: 0, ignored: 0 };

export class IntegrationQueries extends Queries {
  list(viewer: Viewer, { q, sort: { field, descends }, window }: IntegrationListQuery): Promise<Paged<IntegrationRow>> {
    const bound = parameters();
    const { bind } = bound;
    const conditions = [
      seesResource(viewer, 'r.id', bind),
      ...(q === undefined ? [] : [`lower(r.name) LIKE lower(${bind(substringPattern(q))})`]),
    ];
    const from = `FROM ${TABLES} WHERE ${conditions.join(' AND ')}`;
    const direction = descends ? 'DESC' : 'ASC';
    const order = `${SORT_KEYS[field]} ${direction}, r.id ${direction}`;
    return this.page(from, (cut) => `SELECT ${COLUMNS} ${from} ORDER BY ${order} ${cut}`, bound, window);
  }

  /** Undefined if it does not exist or the viewer may not see it. In a transaction, locks its resource. */
  find(id: number, viewer: Viewer | undefined, from: Queryable = this.db): Promise<IntegrationRow | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = viewer ? seesResource(viewer, 'r.id', bind) : 'true';
    return from.first<IntegrationRow>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE i.resource_id = $1 AND ${isSeen}
        ${from === this.db ? '' : 'FOR NO KEY UPDATE OF r'}`,
      params,
    );
  }

  /**
   * Finds an integration by the digest of its token; in a transaction its resource is locked, so that requests are
   * serialised.
   */
  findByAddress(digest: string, from: Queryable = this.db): Promise<AddressedIntegration | undefined> {
    return from.first<AddressedIntegration>(
      `SELECT r.id, r.name, i.kind, i.mapping,
              (SELECT d.id FROM event_definition d WHERE d.resource_type_id = r.resource_type_id AND d.name = $2) AS "eventDefinitionId"
         FROM ${TABLES} WHERE i.address_digest = $1 ${from === this.db ? '' : 'FOR NO KEY UPDATE OF r'}`,
      [digest, INTEGRATION_EVENT],
    );
  }

  findTypeId(tx: Transaction): Promise<number | undefined> {
    return tx.value<number>(
      `SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE t.name = $1 AND p.name = $2 AND NOT t.is_deleted`,
      [INTEGRATION_TYPE, INTEGRATIONS_PLUGIN],
    );
  }

  async insert(
    tx: Transaction,
    id: number,
    { kind, mapping, digest }: { kind: IntegrationKind; mapping: AlertMapping | null; digest: string },
  ): Promise<void> {
    await tx.query(`INSERT INTO integration (resource_id, kind, address_digest, mapping) VALUES ($1, $2, $3, $4)`, [
      id,
      kind,
      digest,
      mapping && JSON.stringify(mapping),
    ]);
  }

  async setMapping(tx: Transaction, id: number, mapping: AlertMapping | null): Promise<void> {
    await tx.query(`UPDATE integration SET mapping = $2 WHERE resource_id = $1`, [
      id,
      mapping && JSON.stringify(mapping),
    ]);
  }

  /** Replaces the address; the old one stops working. */
  async setAddress(tx: Transaction, id: number, digest: string): Promise<void> {
    await tx.query(`UPDATE integration SET address_digest = $2 WHERE resource_id = $1`, [id, digest]);
  }

  async remove(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM integration WHERE resource_id = ANY ($1::integer[])`, [ids]);
  }

  listRequests(id: number, { window }: IntegrationPartsQuery): Promise<Paged<IntegrationRequestRest>> {
    const from = `FROM integration_request q WHERE q.integration_id = $1`;
    return this.page(
      from,
      (cut) => `SELECT q.id, q.received_ms AS time, q.fired, q.updated, q.resolved, q.ignored, q.problem
                  ${from} ORDER BY q.id DESC ${cut}`,
      parameters(id),
      window,
    );
  }

  /** Lists open alerts first, then those reported last. */
  listAlerts(id: number, { window }: IntegrationPartsQuery): Promise<Paged<ExternalAlertRest>> {
    const from = `FROM external_alert x WHERE x.integration_id = $1`;
    return this.page(
      from,
      (cut) => `SELECT x.id, x.key, x.severity, x.title, x.host, x.value, x.link, x.first_ms AS "firstTime",
                       x.heard_ms AS "heardTime", coalesce(x.resolved_ms, 0) AS "resolvedTime"
                  ${from} ORDER BY x.resolved_ms IS NOT NULL, x.heard_ms DESC, x.id DESC ${cut}`,
      parameters(id),
      window,
    );
  }

  /** Finds the stored alerts with these keys. */
  listKnown(tx: Transaction, id: number, digests: readonly string[]): Promise<StoredAlert[]> {
    return tx.query<StoredAlert>(
      `SELECT x.id, x.key, x.severity, x.resolved_ms IS NULL AS "isOpen"
         FROM external_alert x WHERE x.integration_id = $1 AND x.key_digest = ANY ($2::text[])`,
      [id, digests],
    );
  }

  async countStored(tx: Transaction, id: number): Promise<{ stored: number; open: number }> {
    const row = await tx.first<{ stored: number; open: number }>(
      `SELECT count(*)::integer AS stored, (count(*) FILTER (WHERE x.resolved_ms IS NULL))::integer AS open
         FROM external_alert x WHERE x.integration_id = $1`,
      [id],
    );
    return row!;
  }

  /** Makes room by deleting alerts that have been over longest. */
  async forgetOldest(tx: Transaction, id: number, count: number): Promise<void> {
    if (count <= 0) return;
    await tx.query(
      `DELETE FROM external_alert WHERE id IN (
         SELECT x.id FROM external_alert x WHERE x.integration_id = $1 AND x.resolved_ms IS NOT NULL
          ORDER BY x.resolved_ms, x.id LIMIT $2)`,
      [id, count],
    );
  }

  /** Stores reported alerts; a new one has a new start. Returns their ids by key. */
  async put(
    tx: Transaction,
    id: number,
    alerts: readonly (ForeignAlert & { digest: string })[],
    nowMs: number,
  ): Promise<Map<string, number>> {
    if (alerts.length === 0) return new Map();
    const rows = await tx.query<{ id: number; key: string }>(
      `INSERT INTO external_alert AS x (integration_id, key_digest, key, severity, title, host, value, link, first_ms, heard_ms, expires_ms)
       SELECT $1, n.key_digest, n.key, n.severity, n.title, n.host, n.value, n.link, $2, $2, n.expires_ms
         FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[])
           AS n (key_digest, key, severity, title, host, value, link, expires_ms)
       ON CONFLICT (integration_id, key_digest) DO UPDATE
          SET severity = excluded.severity, title = excluded.title, host = excluded.host, value = excluded.value,
              link = excluded.link, heard_ms = excluded.heard_ms, expires_ms = excluded.expires_ms, resolved_ms = NULL,
              first_ms = CASE WHEN x.resolved_ms IS NULL THEN x.first_ms ELSE excluded.first_ms END
       RETURNING id, key`,
      [
        id,
        nowMs,
        ...toColumns(
          alerts.map(({ host = null, value = null, link = null, expiresMs = null, ...alert }) => ({
            ...alert,
            host,
            value,
            link,
            expiresMs,
          })),
          'digest',
          'key',
          'severity',
          'title',
          'host',
          'value',
          'link',
          'expiresMs',
        ),
      ],
    );
    return new Map(rows.map((row) => [row.key, row.id]));
  }

  /** Marks alerts as resolved. */
  async resolve(tx: Transaction, ids: readonly number[], nowMs: number): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      `UPDATE external_alert SET resolved_ms = $2, heard_ms = $2, expires_ms = NULL WHERE id = ANY ($1::integer[])`,
      [ids, nowMs],
    );
  }

  /** Records a request; only the last ones are kept. */
  async noteRequest(
    tx: Transaction,
    id: number,
    { outcome = NOTHING, problem = null }: { outcome?: IntegrationOutcome; problem?: string | null },
    { nowMs, most }: { nowMs: number; most: number },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO integration_request (integration_id, received_ms, fired, updated, resolved, ignored, problem)
       SELECT i.resource_id, $2, $3, $4, $5, $6, $7 FROM integration i WHERE i.resource_id = $1`,
      [id, nowMs, outcome.fired, outcome.updated, outcome.resolved, outcome.ignored, problem],
    );
    await tx.query(
      `DELETE FROM integration_request WHERE integration_id = $1 AND id <= (
         SELECT q.id FROM integration_request q WHERE q.integration_id = $1 ORDER BY q.id DESC LIMIT 1 OFFSET $2)`,
      [id, most],
    );
    if (problem === null) await tx.query(`UPDATE integration SET heard_ms = $2 WHERE resource_id = $1`, [id, nowMs]);
  }

  /** Lists integrations with alerts that expired because they were not reported again. */
  listExpired(nowMs: number): Promise<number[]> {
    return this.db.ids(
      `SELECT DISTINCT x.integration_id AS id FROM external_alert x
        WHERE x.resolved_ms IS NULL AND x.expires_ms <= $1 ORDER BY 1 LIMIT 1000`,
      [nowMs],
    );
  }

  /** Lists some expired alerts of an integration, and locks its resource. */
  async lockExpired(tx: Transaction, id: number, nowMs: number, limit: number): Promise<number[]> {
    if (!(await this.find(id, undefined, tx))) return [];
    return tx.ids(
      `SELECT x.id FROM external_alert x
        WHERE x.integration_id = $1 AND x.resolved_ms IS NULL AND x.expires_ms <= $2 ORDER BY x.id LIMIT $3`,
      [id, nowMs, limit],
    );
  }

  /** Deletes some alerts that ended before a time; returns the number. */
  async purge(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM external_alert WHERE id IN (
           SELECT x.id FROM external_alert x WHERE x.resolved_ms < $1 LIMIT $2) RETURNING 1)
       SELECT count(*)::integer AS count FROM gone`,
      [beforeMs, limit],
    );
    return rows[0]!.count;
  }
}
