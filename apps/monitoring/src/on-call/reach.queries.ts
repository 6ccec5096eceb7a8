import { type Queryable, Queries } from '@wardstone/database';
import type { ContactKind } from '@wardstone/dto/monitoring';
import { IS_CHOOSABLE } from '../users/choosable.sql';
import { isReachable, verifiedMethods } from '../notifications/contacts/contact-method.sql';

/** A user, with properties that decide whether notifications reach them. */
export interface PersonRow {
  userId: number;
  login: string;
  /** Name from the login's issuer; null for none. */
  name: string | null;
  /** Null if unknown. */
  type: string | null;
  isAgent: boolean;
  /** Whether the account was removed or disabled. */
  isEnded: boolean;
  isReachable: boolean;
  /** Kinds of verified contact methods; empty if the address from the issuer is used. */
  kinds: ContactKind[];
}

/** Maximum number of people that a list can offer. */
const MAX_PEOPLE = 1000;
const COLUMNS = `u.id AS "userId", u.login, nullif(concat_ws(' ', u.first_name, u.last_name), '') AS name, u.type, u.roles && '{agent}'::text[] AS "isAgent", u.ended_at IS NOT NULL AS "isEnded",
  ${isReachable('u')} AS "isReachable",
  (SELECT coalesce(json_agg(DISTINCT m.kind), '[]') ${verifiedMethods('u')}) AS kinds`;

export class ReachQueries extends Queries {
  list(from: Queryable, ids: readonly number[]): Promise<PersonRow[]> {
    return from.query<PersonRow>(`SELECT ${COLUMNS} FROM service_user u WHERE u.id = ANY ($1::integer[])`, [ids]);
  }

  /** Sorted by login. */
  listChoosable(): Promise<PersonRow[]> {
    return this.db.query<PersonRow>(
      `SELECT ${COLUMNS} FROM service_user u WHERE ${IS_CHOOSABLE} ORDER BY u.login LIMIT ${MAX_PEOPLE}`,
    );
  }
}
