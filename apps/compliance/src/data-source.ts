import type { DatabaseOptions } from '@wardstone/database';
import type { ComplianceConfig } from './compliance.config';
import { ENTITIES } from './entities';
import { Baseline1796211000000 } from './migrations/1796211000000-baseline';
import { NamedFiles1796212000000 } from './migrations/1796212000000-named-files';
import { WaiverAttachments1796213000000 } from './migrations/1796213000000-waiver-attachments';
import { OfferedGuides1796214000000 } from './migrations/1796214000000-offered-guides';
import { LoweredSeverities1796215000000 } from './migrations/1796215000000-lowered-severities';

/** Every migration of the service, oldest first. */
export const MIGRATIONS = [
  Baseline1796211000000,
  NamedFiles1796212000000,
  WaiverAttachments1796213000000,
  OfferedGuides1796214000000,
  LoweredSeverities1796215000000,
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
