import 'reflect-metadata';
import { loadConfig } from '@wardstone/config';
import { runMigrations } from '@wardstone/database';
import { databaseOptions } from './data-source';
import { ErrorRegistryConfig } from './error-registry.config';

runMigrations(databaseOptions(loadConfig(ErrorRegistryConfig))).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
