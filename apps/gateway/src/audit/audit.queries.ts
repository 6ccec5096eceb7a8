import { Queries } from '@wardstone/database';
import type { AuditQuery } from '@wardstone/dto/gateway';
import type { AuditEventEntity } from './audit-event.entity';

/** An event before the database numbers it. */
export type NewAuditEvent = Omit<AuditEventEntity, 'id'>;

/** Position of an event in the list. */
export interface AuditCursor {
  occurredAt: Date;
  id: string;
}

/** Serialises replicas that create and drop partitions. */
const PARTITION_LOCK = 'wardstone audit partitions';

export class AuditQueries extends Queries {
  async insert(events: readonly NewAuditEvent[]): Promise<void> {
    await this.db.query(
      `INSERT INTO audit_event (occurred_at, service, username, subject, issuer, login, org_id, claimed, address, request_id, method, target, facts,
                                outcome, status, location, error_type)
       SELECT e.occurred_at, e.service, e.username, e.subject, e.issuer, e.login, e.org_id, e.claimed, e.address, e.request_id, e.method, e.target, e.facts,
              e.outcome, e.status, e.location, e.error_type
         FROM jsonb_to_recordset($1::jsonb) AS e
              (occurred_at timestamptz, service text, username text, subject text, issuer text, login text, org_id text, claimed text, address text,
               request_id text, method text, target text, facts jsonb, outcome text, status integer, location text,
               error_type text)`,
      [JSON.stringify(events.map(storable))],
    );
  }

  /**
   * Events of the organisation, and refused logins that name no account of another one; newest first, older than the
   * cursor.
   */
  find(orgId: string, query: AuditQuery, before: AuditCursor | undefined): Promise<AuditEventEntity[]> {
    const { user, issuer, subject, service, outcome, target, since, until, limit } = query;
    return this.db.query<AuditEventEntity>(
      `SELECT e.*
         FROM audit_event e
        WHERE (e.org_id = $1
               OR e.org_id IS NULL
                  AND NOT EXISTS (SELECT FROM account a WHERE a.username = e.claimed AND a.org_id <> $1))
          AND ($2::text IS NULL OR e.username = $2 AND e.issuer IS NOT DISTINCT FROM $11)
          AND ($11::text IS NULL OR e.issuer = $11)
          AND ($12::text IS NULL OR e.subject = $12)
          AND ($3::text IS NULL OR e.service = $3)
          AND ($4::text IS NULL OR e.outcome = $4)
          AND ($5::text IS NULL OR starts_with(e.target, $5))
          AND e.occurred_at >= coalesce($6::timestamptz, '-infinity')
          AND e.occurred_at < coalesce($7::timestamptz, 'infinity')
          AND ($8::timestamptz IS NULL OR (e.occurred_at, e.id) < ($8, $9::bigint))
        ORDER BY e.occurred_at DESC, e.id DESC
        LIMIT $10`,
      [orgId, user, service, outcome, target, since, until, before?.occurredAt, before?.id, limit, issuer, subject],
    );
  }

  /**
   * Creates the partition of a month, and drops those that ended before the time. Months are given by their first day
   * in UTC.
   */
  async turnMonth(month: Date, dropBefore: Date): Promise<void> {
    await this.db.transaction(async (transaction) => {
      await transaction.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [PARTITION_LOCK]);
      const [from, to] = [month, monthAfter(month)].map((date) => date.toISOString());
      const name = toPartition(month);
      await transaction.query(
        `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF audit_event FOR VALUES FROM ('${from}') TO ('${to}')`,
      );
      await transaction.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${name} FROM CURRENT_USER`);
      const partitions = await transaction.query<{ name: string }>(
        `SELECT c.relname AS name
           FROM pg_inherits i
           JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'audit_event'::regclass AND c.relname < $1`,
        [toPartition(dropBefore)],
      );
      for (const partition of partitions) await transaction.query(`DROP TABLE ${partition.name}`);
    });
  }
}

/** Replaces NUL and lone surrogates, which clients can send but PostgreSQL cannot store. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}

/** Partition names sort by time. */
function toPartition(month: Date): string {
  return `audit_event_${month.toISOString().slice(0, 7).replace('-', '')}`;
}

function monthAfter(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
