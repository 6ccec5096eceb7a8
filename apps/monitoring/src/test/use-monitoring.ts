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
 * The service on its own database, as seen by clients; `settings` overrides defaults. With `accounts` agents log in at
 * the service itself.
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
          // No job runs unless a test requests it.
          JOBS_PER_PROCESS: '0',
          SAMPLE_INVENTORY: 'false',
          // Tests define which alerts fire.
          BUILT_IN_ALERT_DEFINITIONS: 'false',
          SERVED_ORGANISATIONS: TEST_ORG,
          // Alerts are notified at once; tests of incidents let them wait for each other.
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
