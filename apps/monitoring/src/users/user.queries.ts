import type { CallerIdentity, PersonalData } from '@wardstone/auth';
import { parameters, Queries, type Transaction } from '@wardstone/database';
import type { UserRest } from '@wardstone/dto/monitoring';
import { ServiceUserEntity } from './service-user.entity';
import { GROUP_COLUMNS, GROUP_COUNTS, type GroupRow } from '../groups/group-row.sql';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import type { Viewer } from '../authorization/viewer';
import { seesGroup, seesResource } from '../authorization/visible.sql';

/** A login with its subject, and the person's details as the issuer states them. */
export interface KnownLogin extends PersonalData, Pick<CallerIdentity, 'subject' | 'type'> {
  login: string;
  roles: readonly string[];
}

/** Id of the first administrator. See rule http-1. */
const ADMINISTRATOR_ID = 2;

export class UserQueries extends Queries {
  /** Subject of a login, and the roles of its last request. */
  findKnown(login: string): Promise<{ subject: string | null; roles: string[] } | undefined> {
    return this.db.first(`SELECT u.subject, u.roles FROM service_user u WHERE u.login = $1`, [login]);
  }

  /**
   * Creates or updates the record of a login: its subject, roles, and the person's details. Details that the issuer
   * does not state are kept, unless the login now belongs to another subject.
   */
  async record({ login, subject, roles, type, ...person }: KnownLogin, nowMs: number): Promise<void> {
    if (roles.includes('admin')) {
      await this.db.query(
        `INSERT INTO service_user (id, login, created_at) VALUES ($1, $2, to_timestamp($3::float8 / 1000))
         ON CONFLICT DO NOTHING`,
        [ADMINISTRATOR_ID, login, nowMs],
      );
    }
    // Looked up first, to avoid gaps in the sequence.
    await this.db.query(
      `INSERT INTO service_user (login, created_at)
       SELECT $1, to_timestamp($2::float8 / 1000) WHERE NOT EXISTS (SELECT 1 FROM service_user u WHERE u.login = $1)
       ON CONFLICT (login) DO NOTHING`,
      [login, nowMs],
    );
    await this.db.query(
      `UPDATE service_user u
          SET roles = $2, subject = $3, email = n.email, first_name = n.first_name, last_name = n.last_name, type = $7, ended_at = NULL
         FROM (SELECT o.id,
                      coalesce($4, CASE WHEN o.subject <> $3 THEN NULL ELSE o.email END) AS email,
                      coalesce($5, CASE WHEN o.subject <> $3 THEN NULL ELSE o.first_name END) AS first_name,
                      coalesce($6, CASE WHEN o.subject <> $3 THEN NULL ELSE o.last_name END) AS last_name
                 FROM service_user o WHERE o.login = $1) n
        WHERE u.id = n.id
          AND (u.roles, u.subject, u.email, u.first_name, u.last_name, u.type, u.ended_at)
              IS DISTINCT FROM ($2::text[], $3, n.email, n.first_name, n.last_name, $7, NULL::timestamptz)`,
      [login, roles, subject, person.email ?? null, person.firstName ?? null, person.lastName ?? null, type],
    );
  }

  /** Adds a person before the first login; the subject is recorded at that login. */
  async add(login: string, nowMs: number): Promise<number> {
    await this.db.query(
      `INSERT INTO service_user (login, type, created_at) VALUES ($1, 'User', to_timestamp($2::float8 / 1000))
       ON CONFLICT (login) DO NOTHING`,
      [login, nowMs],
    );
    return (await this.db.value<number>(`SELECT u.id FROM service_user u WHERE u.login = $1`, [login]))!;
  }

  /** Returns the logins whose stored record differs. */
  async listChanged(logins: readonly KnownLogin[]): Promise<Set<string>> {
    const rows = await this.db.query<{ login: string }>(
      `SELECT n.login
         FROM jsonb_to_recordset($1::jsonb) AS n (login text, subject text, type text, roles text[])
         LEFT JOIN service_user u ON u.login = n.login
        WHERE u.id IS NULL OR u.roles <> n.roles OR u.ended_at IS NOT NULL
           OR (u.subject, u.type) IS DISTINCT FROM (n.subject, n.type)`,
      [JSON.stringify(logins)],
    );
    return new Set(rows.map(({ login }) => login));
  }

  /** Updates the names of accounts; null for none. */
  async rename(accounts: readonly { subject: string; name: string | null }[]): Promise<void> {
    await this.db.query(
      `UPDATE service_user u SET first_name = n.name, last_name = NULL
         FROM jsonb_to_recordset($1::jsonb) AS n (subject text, name text)
        WHERE u.subject = n.subject AND (u.first_name, u.last_name) IS DISTINCT FROM (n.name, NULL)`,
      [JSON.stringify(accounts)],
    );
  }

  /**
   * Marks accounts of the issuer as ended if they are not listed, unless they were created later. Agents are excluded.
   * @param issuer prefix of the subjects, whose list is complete
   */
  async endOthers(subjects: readonly string[], issuer: string, listedMs: number): Promise<void> {
    await this.db.query(
      `UPDATE service_user SET ended_at = to_timestamp($3::float8 / 1000)
        WHERE ended_at IS NULL AND starts_with(subject, $2) AND subject <> ALL ($1::text[])
          AND created_at < to_timestamp($3::float8 / 1000)
          AND NOT roles && '{agent}'::text[] AND type IS DISTINCT FROM 'System'`,
      [subjects, issuer, listedMs],
    );
  }

  async find(login: string): Promise<UserRest | undefined> {
    const user = await this.db.repository(ServiceUserEntity).findOneBy({ login });
    if (!user) return undefined;
    const { id, tel, email, first_name: firstName, last_name: lastName } = user;
    return { id, login, tel, email, firstName, lastName };
  }
}

/** Kinds of favorites, and their tables. */
const KINDS = {
  resource: { table: 'marked_resource', target: 'resource', column: 'resource_id' },
  group: { table: 'marked_group', target: 'resource_group', column: 'resource_group_id' },
} as const;
export type FavoriteKind = keyof typeof KINDS;

export class FavoritesQueries extends Queries {
  /** The subject's favorites that are in inventory and visible to the viewer, by id. */
  async listResources(subject: string, viewer: Viewer): Promise<ResourceRow[]> {
    const { params, bind } = parameters(subject);
    const isSeen = seesResource(viewer, 'r.id', bind);
    return this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS}
         FROM ${RESOURCE_TABLES}
        WHERE r.id IN (SELECT m.resource_id FROM marked_resource m WHERE m.subject = $1)
          AND r.inventory_status <> 'UNINVENTORIED' AND ${isSeen}
        ORDER BY r.id`,
      params,
    );
  }

  /** Like `listResources`, for groups. */
  async listGroups(subject: string, viewer: Viewer): Promise<GroupRow[]> {
    const { params, bind } = parameters(subject);
    const isSeen = seesGroup(viewer, 'g.id', bind);
    return this.db.query<GroupRow>(
      `SELECT ${GROUP_COLUMNS}
         FROM resource_group g ${GROUP_COUNTS}
        WHERE g.id IN (SELECT m.resource_group_id FROM marked_group m WHERE m.subject = $1)
          AND ${isSeen}
        ORDER BY g.id`,
      params,
    );
  }

  /** Adds a favorite; repeating it is not an error, nor is one that was just deleted. */
  async add(kind: FavoriteKind, subject: string, id: number): Promise<void> {
    const { table, target, column } = KINDS[kind];
    await this.db.query(
      `INSERT INTO ${table} (subject, ${column}) SELECT $1, t.id FROM ${target} t WHERE t.id = $2
       ON CONFLICT DO NOTHING`,
      [subject, id],
    );
  }

  /** Removes the resources from all favorites. */
  async forgetResources(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM marked_resource m WHERE m.resource_id = ANY ($1::integer[])`, [resourceIds]);
  }

  /** Returns whether there was one to remove. */
  remove(kind: FavoriteKind, subject: string, id: number): Promise<boolean> {
    const { table, column } = KINDS[kind];
    return this.db.hasRow(`DELETE FROM ${table} m WHERE m.subject = $1 AND m.${column} = $2 RETURNING m.${column}`, [
      subject,
      id,
    ]);
  }
}
