import { loadConfig } from '@wardstone/config';
import { type TestApi, type TestDatabase, useApi, useDatabase } from '@wardstone/testing';
import { ComplianceConfig } from '../compliance.config';
import { MIGRATIONS } from '../data-source';
import { complianceService } from '../service';

export const BASE = '/api/compliance/v2';

export interface ComplianceUnderTest {
  db: TestDatabase;
  api: TestApi;
}

/** The service on a database of its own. `settings` are environment variables. */
export function useCompliance(settings: Readonly<Record<string, string>> = {}): ComplianceUnderTest {
  const db = useDatabase({ name: 'compliance', migrations: MIGRATIONS });
  const api = useApi({
    service: () =>
      complianceService(
        loadConfig(ComplianceConfig, { DATABASE_URL: db.url, DATABASE_POOL_SIZE: '4', PORT: '0', ...settings }),
      ),
  });
  return { db, api };
}
