import { Queries } from '@wardstone/database';
import { IS_CHOOSABLE } from '../../users/choosable.sql';

/** Maximum number of entries that a list can offer. */
const LIMIT = 1000;

interface Choice {
  id: number;
  name: string;
}

export class SenderChoiceQueries extends Queries {
  /** People by name. */
  listUsers(): Promise<Choice[]> {
    return this.db.query(
      `SELECT u.id, u.login AS name FROM service_user u WHERE ${IS_CHOOSABLE} ORDER BY u.login LIMIT ${LIMIT}`,
    );
  }

  listRotations(): Promise<Choice[]> {
    return this.db.query(`SELECT o.id, o.name FROM rotation o ORDER BY o.name, o.id LIMIT ${LIMIT}`);
  }
}
