import { Queries } from '@wardstone/database';

/** More do not fit into a list that a person chooses from. */
const MOST = 1000;

interface Choice {
  id: number;
  name: string;
}

export class SenderChoiceQueries extends Queries {
  /** People who have used the service, by name. */
  listUsers(): Promise<Choice[]> {
    return this.db.query(
      `SELECT u.id, u.login AS name FROM service_user u WHERE NOT u.roles && '{agent}'::text[] ORDER BY u.login LIMIT ${MOST}`,
    );
  }

  listRotations(): Promise<Choice[]> {
    return this.db.query(`SELECT o.id, o.name FROM rotation o ORDER BY o.name, o.id LIMIT ${MOST}`);
  }
}
