import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { UserRest } from '@wardstone/dto/monitoring';
import { ServiceUserEntity } from './service-user.entity';

/** The first administrator's. See rule http-1. */
const ADMINISTRATOR_ID = 2;

@Injectable()
export class UserQueries {
  constructor(private readonly db: Database) {}

  /** Makes the record of a login if there is none, and notes the roles. */
  async record(login: string, roles: readonly string[], nowMs: number): Promise<void> {
    if (roles.includes('admin')) {
      await this.db.query(
        `INSERT INTO service_user (id, login, created_at) VALUES ($1, $2, to_timestamp($3::float8 / 1000))
         ON CONFLICT DO NOTHING`,
        [ADMINISTRATOR_ID, login, nowMs],
      );
    }
    // Looked up first, which avoids burning ids of the sequence.
    await this.db.query(
      `INSERT INTO service_user (login, created_at)
       SELECT $1, to_timestamp($2::float8 / 1000) WHERE NOT EXISTS (SELECT 1 FROM service_user u WHERE u.login = $1)
       ON CONFLICT (login) DO NOTHING`,
      [login, nowMs],
    );
    await this.db.query(`UPDATE service_user SET roles = $2 WHERE login = $1 AND roles <> $2::text[]`, [login, roles]);
  }

  /** Gives the subject the favorites that were kept under its login, unless another one of this name took them. */
  async adoptFavorites(login: string, subject: string): Promise<void> {
    for (const [of, column] of [
      ['resource', 'resource_id'],
      ['group', 'resource_group_id'],
    ]) {
      await this.db.query(
        `WITH kept AS (
           DELETE FROM favorite_${of} f USING service_user u WHERE u.id = f.user_id AND u.login = $1
           RETURNING f.${column})
         INSERT INTO marked_${of} (subject, ${column}) SELECT $2, kept.${column} FROM kept ON CONFLICT DO NOTHING`,
        [login, subject],
      );
    }
  }

  async find(login: string): Promise<UserRest | undefined> {
    const user = await this.db.repository(ServiceUserEntity).findOneBy({ login });
    if (!user) return undefined;
    const { id, tel, email, first_name: firstName, last_name: lastName } = user;
    return { id, login, tel, email, firstName, lastName };
  }
}
