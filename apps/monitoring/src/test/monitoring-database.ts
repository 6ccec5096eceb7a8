import { type TestDatabase, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';
import { distributeMetrics } from '../metrics/storage/metric-distribution.queries';

const distributed = (url: string): Promise<unknown> => distributeMetrics({ url, applicationName: 'test template' });

/** A migrated database; with TEST_METRICS_DISTRIBUTED=citus all tests run with measured data divided over workers. */
export function useMonitoringDatabase({
  isDistributed = process.env['TEST_METRICS_DISTRIBUTED'] === 'citus',
  distribute = distributed,
} = {}): TestDatabase {
  return useDatabase({ name: 'monitoring', migrations: MIGRATIONS, ...(isDistributed && { distribute }) });
}
