import { runMigrations } from '@wardstone/database';
import { MIGRATIONS } from '../apps/compliance/src/data-source';
import type { PostgresServer } from '../tools/postgres/postgres-server';
import { createDatabase, type DatabaseAddress } from './bench-server';
import { fillCompliance, type Scale } from './compliance-data';

/** A filled database at one scale. */
export interface BenchDatabase extends DatabaseAddress {
  scale: Scale;
}

/** Makes, migrates and fills a database. */
export async function makeBenchDatabase(server: PostgresServer, scale: Scale): Promise<BenchDatabase> {
  const address = await createDatabase(server, `policies_${scale.policies}`);
  await runMigrations({ url: address.url, applicationName: 'bench', migrations: MIGRATIONS });
  await fillCompliance(address.adminUrl, scale);
  return { scale, ...address };
}
