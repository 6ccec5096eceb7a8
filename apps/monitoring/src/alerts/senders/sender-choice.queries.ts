import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

/** More do not fit into a list that a person chooses from. */
const MOST = 1000;

@Injectable()
export class SenderChoiceQueries {
  constructor(private readonly db: Database) {}

  /** People who have used the service, by name. */
  listUsers(): Promise<{ id: number; login: string }[]> {
    return this.db.query(
      `SELECT u.id, u.login FROM service_user u WHERE NOT u.roles && '{agent}'::text[] ORDER BY u.login LIMIT ${MOST}`,
    );
  }
}
