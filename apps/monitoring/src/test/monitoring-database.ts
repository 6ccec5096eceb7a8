import { type TestDatabase, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';

/** A migrated database. */
export function useMonitoringDatabase(): TestDatabase {
  return useDatabase({ name: 'monitoring', migrations: MIGRATIONS });
}
