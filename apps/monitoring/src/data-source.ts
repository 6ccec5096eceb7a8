import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import { Baseline1796211000000 } from './migrations/1796211000000-baseline';
import { ResourceAuthor1796212000000 } from './migrations/1796212000000-resource-author';
import { RuleGroups1796213000000 } from './migrations/1796213000000-rule-groups';
import { Histograms1796214000000 } from './migrations/1796214000000-histograms';
import { RuleFiles1796215000000 } from './migrations/1796215000000-rule-files';
import { HistogramDays1796216000000 } from './migrations/1796216000000-histogram-days';
import type { MonitoringConfig } from './monitoring.config';

/** Every migration of the service, oldest first. */
export const MIGRATIONS = [
  Baseline1796211000000,
  ResourceAuthor1796212000000,
  RuleGroups1796213000000,
  Histograms1796214000000,
  RuleFiles1796215000000,
  HistogramDays1796216000000,
] as const;

type Settings = Pick<MonitoringConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>;

export function databaseOptions({ DATABASE_URL, DATABASE_POOL_SIZE }: Settings): DatabaseOptions {
  return {
    url: DATABASE_URL,
    applicationName: 'monitoring',
    poolSize: DATABASE_POOL_SIZE,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  };
}
