import type { DatabaseOptions } from '@wardstone/database';
import type { ComplianceConfig } from './compliance.config';
import { ENTITIES } from './entities';
import { CreateGuideTables1763700000000 } from './migrations/1763700000000-create-guide-tables';
import { CreatePolicyTables1763700100000 } from './migrations/1763700100000-create-policy-tables';
import { CreateResultTables1763700200000 } from './migrations/1763700200000-create-result-tables';
import { CountPoliciesAndSystems1763700300000 } from './migrations/1763700300000-count-policies-and-systems';
import { IndexGuideContent1763700450000 } from './migrations/1763700450000-index-guide-content';
import { IndexSystemsAndResults1763700500000 } from './migrations/1763700500000-index-systems-and-results';
import { TallyPoliciesByProfile1763700600000 } from './migrations/1763700600000-tally-policies-by-profile';
import { OwnSystems1764040000000 } from './migrations/1764040000000-own-systems';
import { LastSeen1764040100000 } from './migrations/1764040100000-last-seen';
import { FixSubstitutions1795429955105 } from './migrations/1795429955105-fix-substitutions';
import { IndexRemovedSystems1795435240000 } from './migrations/1795435240000-index-removed-systems';

/** Every migration of the service, oldest first. */
export const MIGRATIONS = [
  CreateGuideTables1763700000000,
  CreatePolicyTables1763700100000,
  CreateResultTables1763700200000,
  CountPoliciesAndSystems1763700300000,
  IndexGuideContent1763700450000,
  IndexSystemsAndResults1763700500000,
  TallyPoliciesByProfile1763700600000,
  OwnSystems1764040000000,
  LastSeen1764040100000,
  FixSubstitutions1795429955105,
  IndexRemovedSystems1795435240000,
] as const;

type Settings = Pick<ComplianceConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>;

export function databaseOptions({ DATABASE_URL, DATABASE_POOL_SIZE }: Settings): DatabaseOptions {
  return {
    url: DATABASE_URL,
    applicationName: 'compliance',
    poolSize: DATABASE_POOL_SIZE,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    hasOrgs: true,
  };
}
