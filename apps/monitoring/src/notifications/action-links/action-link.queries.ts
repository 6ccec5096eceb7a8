import { toColumns, Queries, type Queryable, type Transaction } from '@wardstone/database';
import { hostJoin } from '../../resources/resource-row.sql';
import { instanceJoin, placeName } from '../../alert-state/place.sql';
import type { LinkRecipient } from './link-recipient';

export type LinkAction = 'ACKNOWLEDGE' | 'RESOLVE';

export interface NewLink extends LinkRecipient {
  digest: string;
  alertId: number;
  action: LinkAction;
  expiresMs: number;
}

/** A link that was not used and has not expired, with its alert. */
export interface OpenLink extends LinkRecipient {
  alertId: number;
  action: LinkAction;
  resourceId: number;
  /** Name of its definition, or of the external alert. */
  name: string;
  /** Host and resource in one text. */
  place: string;
  isAcknowledged: boolean;
  isOver: boolean;
}

export class ActionLinkQueries extends Queries {
  async insert(links: readonly NewLink[]): Promise<void> {
    await this.db.query(
      `INSERT INTO alert_link (digest, alert_id, action, recipient, sender, login, subject, expires_ms)
       SELECT n.* FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                              $8::bigint[]) AS n`,
      toColumns(links, 'digest', 'alertId', 'action', 'recipient', 'sender', 'login', 'subject', 'expiresMs'),
    );
  }

  /** A link of a visible alert. */
  find(digest: string, nowMs: number, from: Queryable = this.db): Promise<OpenLink | undefined> {
    return from.first<OpenLink>(
      `SELECT k.alert_id AS "alertId", k.action, k.recipient, k.sender, k.login, k.subject,
              a.resource_id AS "resourceId", coalesce(x.title, d.name) AS name,
              coalesce(x.host || ' / ' || r.name, ${placeName('r')}) AS place, a.ack_by IS NOT NULL AS "isAcknowledged",
              EXISTS (SELECT 1 FROM alert_hold h WHERE h.alert_id = a.id AND h.ended_ms IS NOT NULL) AS "isOver"
         FROM alert_link k
         JOIN alert a ON a.id = k.alert_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
         JOIN resource r ON r.id = a.resource_id AND r.inventory_status <> 'UNINVENTORIED'
         ${hostJoin('r')} ${instanceJoin('r')}
         LEFT JOIN external_alert x ON x.id = a.external_id
        WHERE k.digest = $1 AND k.used_ms IS NULL AND k.expires_ms > $2`,
      [digest, nowMs],
    );
  }

  /** Marks the link as used; false if it was used before, so that only one of several requests succeeds. */
  use(tx: Transaction, digest: string, nowMs: number): Promise<boolean> {
    return tx.hasRow(
      `UPDATE alert_link SET used_ms = $2 WHERE digest = $1 AND used_ms IS NULL AND expires_ms > $2 RETURNING alert_id`,
      [digest, nowMs],
    );
  }

  /** Deletes some links that expired before a time; returns the number. */
  async purge(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM alert_link WHERE digest = ANY (ARRAY (
         SELECT k.digest FROM alert_link k WHERE k.expires_ms < $1 ORDER BY k.expires_ms LIMIT $2)) RETURNING alert_id`,
      [beforeMs, limit],
    );
    return rows.length;
  }
}
