import 'reflect-metadata';
import { loadConfig } from '@wardstone/config';
import { runMigrations } from '@wardstone/database';
import { ComplianceConfig } from './compliance.config';
import { databaseOptions } from './data-source';

/** Brings the database of the service up to date; several at once wait for each other. */
async function migrate(): Promise<void> {
  const done = await runMigrations(databaseOptions(loadConfig(ComplianceConfig)));
  process.stdout.write(done.length > 0 ? `migrated: ${done.join(', ')}\n` : 'the database is up to date\n');
}

migrate().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
