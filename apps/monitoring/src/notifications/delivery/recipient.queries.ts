import type { MethodTimes, QuietHours, StoredConfig } from '@wardstone/alerting';
import { Queries } from '@wardstone/database';
import type { ContactKind } from '@wardstone/dto/monitoring';
import { issuedAddress, verifiedMethods } from '../contacts/contact-method.sql';
import { type RotationRow, ROTATIONS } from '../../on-call/rotation.sql';

/** A person or address to notify. */
export interface Recipient {
  /** The login of a person, or an address. */
  name: string;
  /** Quiet hours for all methods; null for none. */
  quiet: QuietHours | null;
  /** The person; absent where the recipient is an address. */
  person?: { login: string; subject: string | null; roles: string[] };
  /** Empty if nothing reaches the person. */
  methods: readonly RecipientMethod[];
}

/** A way to reach a recipient. */
export interface RecipientMethod extends MethodTimes {
  /** Its unique name in logs. */
  target: string;
  kind: ContactKind;
  config: StoredConfig;
}

export class RecipientQueries extends Queries {
  listRotations(ids: readonly number[]): Promise<RotationRow[]> {
    return this.db.query<RotationRow>(ROTATIONS, [ids]);
  }

  /** Users with their contact methods. */
  listUsers(ids: readonly number[]): Promise<(Recipient & { id: number })[]> {
    return this.listRecipients('u.id = ANY ($1::integer[])', ids);
  }

  listUsersByLogin(logins: readonly string[]): Promise<Recipient[]> {
    return this.listRecipients('u.login = ANY ($1::text[])', logins);
  }

  listUsersOfRoles(names: readonly string[]): Promise<Recipient[]> {
    return this.listRecipients('u.roles && $1::text[]', names);
  }

  /** Verified methods in order of use, otherwise the address from the issuer. */
  private listRecipients(condition: string, values: readonly unknown[]): Promise<(Recipient & { id: number })[]> {
    return this.db.query<Recipient & { id: number }>(
      `SELECT u.id, u.login AS name,
              (SELECT json_build_object('timeZone', q.time_zone, 'startTime', q.start_time, 'endTime', q.end_time,
                                        'days', q.days, 'urgentPriority', q.urgent_priority)
                 FROM quiet_hours q WHERE q.user_id = u.id) AS quiet,
              json_build_object('login', u.login, 'subject', u.subject, 'roles', u.roles) AS person,
              coalesce(
                (SELECT json_agg(json_build_object(
                          'target', u.login || ': ' || m.label, 'kind', m.kind, 'config', m.config,
                          'delayMinutes', m.delay_minutes, 'quiet', m.quiet) ORDER BY m.delay_minutes, m.id)
                   ${verifiedMethods('u')}),
                (SELECT json_build_array(json_build_object(
                          'target', a.address, 'kind', 'EMAIL', 'config', json_build_object('address', a.address),
                          'delayMinutes', 0, 'quiet', NULL))
                   FROM (SELECT ${issuedAddress('u')} AS address) a WHERE a.address IS NOT NULL),
                '[]') AS methods
         FROM service_user u WHERE ${condition} AND u.ended_at IS NULL ORDER BY u.id`,
      [values],
    );
  }
}
