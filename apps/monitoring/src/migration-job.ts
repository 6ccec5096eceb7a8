import { loadConfig } from '@wardstone/config';
import { runMigrationProgram } from '@wardstone/database';
import { databaseOptions, MIGRATIONS } from './data-source';
import { distributeMetrics, NotDistributable } from './metrics/storage/metric-distribution.queries';
import { MonitoringConfig } from './monitoring.config';

/**
 * Migrates the database and, with METRICS_DISTRIBUTED, distributes metric data over its workers. Sets the exit code.
 */
export async function runMigrationJob(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await runMigrationProgram('monitoring', MIGRATIONS, env);
  if (process.exitCode || !env['METRICS_DISTRIBUTED']) return;
  try {
    const config = loadConfig(MonitoringConfig, env);
    if (config.METRICS_DISTRIBUTED === 'none') return;
    const tables = await distributeMetrics(databaseOptions(config));
    process.stdout.write(`${JSON.stringify({ service: 'monitoring', msg: 'measured data is distributed', tables })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof NotDistributable ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
