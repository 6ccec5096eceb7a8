import { loadConfig } from '@wardstone/config';
import { type AccountTable, TEST_ORG, type TestApi, type TestDatabase, useApi } from '@wardstone/testing';
import { MonitoringConfig } from '../monitoring.config';
import { monitoringService } from '../service';
import { useMonitoringDatabase } from './monitoring-database';

export const PUBLIC_URL = 'https://mon.example.test';

export interface TestMonitoring extends TestApi {
  readonly database: TestDatabase;
}

/**
 * The service on a database of its own, as clients see it; `settings` gives what is not default. With `accounts` agents
 * log in at the service itself.
 */
export function useMonitoring(
  settings: () => Record<string, string> = () => ({}),
  accounts?: AccountTable,
): TestMonitoring {
  const database = useMonitoringDatabase();
  const api = useApi({
    ...(accounts ? { accounts } : {}),
    service: () =>
      monitoringService(
        loadConfig(MonitoringConfig, {
          HOST: '127.0.0.1',
          DATABASE_URL: database.url,
          PUBLIC_BASE_URL: PUBLIC_URL,
          // Nothing happens behind a test's back; tests of jobs ask for some.
          JOBS_PER_PROCESS: '0',
          SAMPLE_INVENTORY: 'false',
          // Tests define what they expect to fire.
          BUILT_IN_ALERT_DEFINITIONS: 'false',
          SERVED_ORGANISATIONS: TEST_ORG,
          // Alerts are told at once; tests of incidents let them wait for each other.
          ALERT_GROUP_WAIT_SECONDS: '0',
          ALERT_GROUP_INTERVAL_SECONDS: '0',
          ...settings(),
        }),
      ),
  });
  return Object.defineProperties({} as TestMonitoring, {
    ...Object.getOwnPropertyDescriptors(api),
    database: { value: database },
  });
}
