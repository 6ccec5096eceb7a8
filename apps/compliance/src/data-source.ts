import type { DatabaseOptions } from '@wardstone/database';
import type { ComplianceConfig } from './compliance.config';
import { ENTITIES } from './entities';
import { Baseline1795442451656 } from './migrations/1795442451656-baseline';
import { AgentSystems1795464612694 } from './migrations/1795464612694-agent-systems';
import { CountRules1795464720000 } from './migrations/1795464720000-count-rules';
import { Scans1795465678559 } from './migrations/1795465678559-scans';
import { KeepResults1795465920000 } from './migrations/1795465920000-keep-results';
import { Waivers1795466400000 } from './migrations/1795466400000-waivers';
import { CompactRuleResults1795475106598 } from './migrations/1795475106598-compact-rule-results';
import { WaiversOfATime1795475234000 } from './migrations/1795475234000-waivers-of-a-time';
import { CronSchedules1795475400000 } from './migrations/1795475400000-cron-schedules';
import { IndexWaivers1795476102285 } from './migrations/1795476102285-index-waivers';
import { MonitoringFacts1795477585000 } from './migrations/1795477585000-monitoring-facts';
import { Reboots1795478100000 } from './migrations/1795478100000-reboots';
import { WaitingHosts1795487100000 } from './migrations/1795487100000-waiting-hosts';
import { IndexFacts1795487160000 } from './migrations/1795487160000-index-facts';
import { CountNewest1795489200000 } from './migrations/1795489200000-count-newest';
import { WarnedPairs1795489320000 } from './migrations/1795489320000-warned-pairs';
import { DaysWithExceptions1795727700000 } from './migrations/1795727700000-days-with-exceptions';
import { Frameworks1795985000000 } from './migrations/1795985000000-frameworks';
import { StaleDays1795985400000 } from './migrations/1795985400000-stale-days';
import { Reviews1795986000000 } from './migrations/1795986000000-reviews';
import { Checklists1796020000000 } from './migrations/1796020000000-checklists';
import { Plans1796021000000 } from './migrations/1796021000000-plans';
import { EvidenceSchedules1796030000000 } from './migrations/1796030000000-evidence-schedules';
import { EvidenceChannels1796040000000 } from './migrations/1796040000000-evidence-channels';

/** Every migration of the service, oldest first. */
export const MIGRATIONS = [
  Baseline1795442451656,
  AgentSystems1795464612694,
  CountRules1795464720000,
  Scans1795465678559,
  KeepResults1795465920000,
  Waivers1795466400000,
  CompactRuleResults1795475106598,
  WaiversOfATime1795475234000,
  CronSchedules1795475400000,
  IndexWaivers1795476102285,
  MonitoringFacts1795477585000,
  Reboots1795478100000,
  WaitingHosts1795487100000,
  IndexFacts1795487160000,
  CountNewest1795489200000,
  WarnedPairs1795489320000,
  DaysWithExceptions1795727700000,
  Frameworks1795985000000,
  StaleDays1795985400000,
  Reviews1795986000000,
  Checklists1796020000000,
  Plans1796021000000,
  EvidenceSchedules1796030000000,
  EvidenceChannels1796040000000,
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
