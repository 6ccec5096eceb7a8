import { parameters, Queries } from '@wardstone/database';
import { seesResource } from '../authorization/visible.sql';
import type { Viewer } from '../authorization/viewer';
import { HOST_CONTROL_PLUGIN } from '../plugins/platforms/host-control-descriptor';

export interface PackageRow {
  host_id: number;
  host_name: string;
  key: string;
  /** Installed versions, separated by a comma and a space. */
  versions: string;
}

/** Key of the resource whose configuration lists the packages of a host. See rule agents-18. */
const PACKAGES = 'packages';

export class PackageQueries extends Queries {
  /** Installed versions with these keys, on the hosts that the viewer sees. */
  find(viewer: Viewer, keys: readonly string[]): Promise<PackageRow[]> {
    const { params, bind } = parameters();
    const wanted = `${bind(keys)}::text[]`;
    return this.db.query<PackageRow>(
      `SELECT host.id AS host_id, host.name AS host_name, k.key, r.resource_configuration ->> k.key AS versions
         FROM resource_type t
         JOIN plugin p ON p.id = t.plugin_id
         JOIN resource r ON r.resource_type_id = t.id
         JOIN resource host ON host.id = r.parent_id
        CROSS JOIN unnest(${wanted}) k (key)
        WHERE p.name = ${bind(HOST_CONTROL_PLUGIN)} AND t.name = 'Host Configuration' AND NOT t.is_deleted
          AND r.resource_key = ${bind(PACKAGES)} AND r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}
          AND r.resource_configuration ?| ${wanted} AND jsonb_typeof(r.resource_configuration -> k.key) = 'string'
        ORDER BY host.name COLLATE natural_order, host.id, k.key`,
      params,
    );
  }
}
