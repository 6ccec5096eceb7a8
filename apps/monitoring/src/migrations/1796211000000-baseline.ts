import { dropTables } from '@wardstone/database';
import { installJobQueue, removeJobQueue } from '@wardstone/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AGENT_TABLES } from './agent-tables';
import { ALERT_TABLES } from './alert-tables';
import { DRIFT_TABLES } from './drift-tables';
import { FUNCTIONS, TRIGGERS } from './functions';
import { INCIDENT_TABLES } from './incident-tables';
import { INVENTORY_TABLES } from './inventory-tables';
import { METRIC_TABLES } from './metric-tables';
import { ON_CALL_TABLES } from './on-call-tables';
import { PLUGIN_TABLES } from './plugin-tables';

const TABLES = [
  PLUGIN_TABLES,
  INVENTORY_TABLES,
  DRIFT_TABLES,
  METRIC_TABLES,
  ALERT_TABLES,
  INCIDENT_TABLES,
  ON_CALL_TABLES,
  AGENT_TABLES,
];

/** The tables by room, and the job queue. */
export class Baseline1796211000000 implements MigrationInterface {
  name = 'Baseline1796211000000';

  async up(runner: QueryRunner): Promise<void> {
    // The library uses its own connections and transactions, and skips what is already done.
    await installJobQueue(runner);
    for (const statement of [...FUNCTIONS, ...TABLES, ...TRIGGERS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT lo_unlink(o.large_object) FROM stored_object o WHERE o.large_object IS NOT NULL');
    await runner.query(dropTables(TABLES));
    await runner.query('DROP SEQUENCE alert_version, operation_draft_id');
    await runner.query('DROP FUNCTION count_resources');
    await runner.query('DROP COLLATION natural_order');
    await removeJobQueue(runner);
  }
}
