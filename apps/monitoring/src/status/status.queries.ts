import { Queries } from '@wardstone/database';
import type { ServerMode } from '@wardstone/dto/monitoring';
import { ServerStateEntity } from './server-state.entity';

/** Only resources in inventory are counted. */
export interface StatusFacts {
  identity: string;
  database_version: string;
  platforms: number;
  servers: number;
  services: number;
  alerts: number;
  alert_definitions: number;
  schedules_per_minute: number;
}

export class StatusQueries extends Queries {
  /** The operation mode, shared by all replicas. */
  async readServerMode(): Promise<ServerMode> {
    const [state] = await this.db.query<{ operation_mode: ServerMode }>(`SELECT s.operation_mode FROM server_state s`);
    if (!state) throw new Error('the server_state table has lost its row');
    return state.operation_mode;
  }

  /** Facts about the installation and its size. */
  async readFacts(): Promise<StatusFacts> {
    const [facts] = await this.db.query<StatusFacts>(
      `SELECT s.identity, current_setting('server_version') AS database_version, c.platforms, c.servers, c.services,
              (SELECT count(*) FROM alert) AS alerts,
              (SELECT count(*) FROM alert_definition d WHERE NOT d.is_deleted) AS alert_definitions,
              (SELECT coalesce(round(sum(60000.0 / m.collection_interval_ms)), 0)::bigint
                 FROM metric_schedule m JOIN resource r ON r.id = m.resource_id AND r.inventory_status = 'COMMITTED'
                WHERE m.is_enabled) AS schedules_per_minute
         FROM server_state s
        CROSS JOIN (SELECT count(*) FILTER (WHERE r.category = 'PLATFORM') AS platforms,
                           count(*) FILTER (WHERE r.category = 'SERVER') AS servers,
                           count(*) FILTER (WHERE r.category = 'SERVICE') AS services
                      FROM resource r WHERE r.inventory_status = 'COMMITTED') c`,
    );
    if (!facts) throw new Error('the server_state table has lost its row');
    return facts;
  }

  /** Ends the mode of an installation that has never run; a mode set by an operator stays. */
  async leaveInstalledMode(): Promise<void> {
    await this.db.repository(ServerStateEntity).update({ operation_mode: 'INSTALLED' }, { operation_mode: 'NORMAL' });
  }
}
