import { parameters, Queries, type Transaction } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { INSTALLATION_PLUGIN, INSTALLATION_TYPE } from '../plugins/platforms/built-in-plugins';

const OF_TYPE = `resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE t.name = $1 AND p.name = $2 AND NOT t.is_deleted`;
const TYPE = [INSTALLATION_TYPE, INSTALLATION_PLUGIN];

/** The resource for the whole installation. */
export class InstallationQueries extends Queries {
  async find(): Promise<number | undefined> {
    const [id] = await this.db.ids(
      `SELECT r.id FROM resource r
        WHERE r.resource_type_id = (SELECT t.id FROM ${OF_TYPE}) AND r.inventory_status = 'COMMITTED' ORDER BY r.id LIMIT 1`,
      TYPE,
    );
    return id;
  }

  sees(viewer: Viewer, id: number): Promise<boolean> {
    const { params, bind } = parameters(id);
    return this.db.hasRow(`SELECT 1 FROM resource r WHERE r.id = $1 AND ${seesResource(viewer, 'r.id', bind)}`, params);
  }

  findTypeId(tx: Transaction): Promise<number | undefined> {
    return tx.value<number>(`SELECT t.id FROM ${OF_TYPE}`, TYPE);
  }
}
