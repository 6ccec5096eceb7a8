import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import { Baseline1795442451656 } from './migrations/1795442451656-baseline';
import { CompliancePolicies1795475400000 } from './migrations/1795475400000-compliance-policies';
import { ReceivedSeries1795487100000 } from './migrations/1795487100000-received-series';
import { Silences1795487168000 } from './migrations/1795487168000-silences';
import { Heartbeats1795727010000 } from './migrations/1795727010000-heartbeats';
import { Incidents1795727400000 } from './migrations/1795727400000-incidents';
import { OnCall1795728600000 } from './migrations/1795728600000-on-call';
import { IndexOwnMetrics1795730000000 } from './migrations/1795730000000-index-own-metrics';
import { EscalationSteps1795733600000 } from './migrations/1795733600000-escalation-steps';
import { AlertLinks1795737200000 } from './migrations/1795737200000-alert-links';
import { IndexIncidents1795751400000 } from './migrations/1795751400000-index-incidents';
import { IndexRecovery1795813200000 } from './migrations/1795813200000-index-recovery';
import { AgentProblems1795824000000 } from './migrations/1795824000000-agent-problems';
import { OnceUntilRecovered1795830000000 } from './migrations/1795830000000-once-until-recovered';
import { Problems1795917600000 } from './migrations/1795917600000-problems';
import { IncidentGroupings1795921200000 } from './migrations/1795921200000-incident-groupings';
import { BuiltInDefinitions1795928400000 } from './migrations/1795928400000-built-in-definitions';
import { ContactMethods1795942800000 } from './migrations/1795942800000-contact-methods';
import { Accounts1795950000000 } from './migrations/1795950000000-accounts';
import { CalendarFeeds1795950060000 } from './migrations/1795950060000-calendar-feeds';
import { OnCallMessages1795950120000 } from './migrations/1795950120000-on-call-messages';
import { Integrations1795957200000 } from './migrations/1795957200000-integrations';
import { IndexExternalAlerts1795957200001 } from './migrations/1795957200001-index-external-alerts';
import { IncidentMessages1795957200002 } from './migrations/1795957200002-incident-messages';
import { AlertEndReasons1795960800000 } from './migrations/1795960800000-alert-end-reasons';
import { DriftFiles1795964400000 } from './migrations/1795964400000-drift-files';
import { AlertExpressions1796083200000 } from './migrations/1796083200000-alert-expressions';
import { IndexExpressions1796083200001 } from './migrations/1796083200001-index-expressions';
import { OperationSchedules1796169600000 } from './migrations/1796169600000-operation-schedules';
import { IndexApprovals1796169600001 } from './migrations/1796169600001-index-approvals';
import { RecordingRules1796200000000 } from './migrations/1796200000000-recording-rules';
import { IndexSeriesLabels1796200000001 } from './migrations/1796200000001-index-series-labels';
import { DriftTexts1796210000000 } from './migrations/1796210000000-drift-texts';
import type { MonitoringConfig } from './monitoring.config';

/** Every migration of the service, oldest first. */
export const MIGRATIONS = [
  Baseline1795442451656,
  CompliancePolicies1795475400000,
  ReceivedSeries1795487100000,
  Silences1795487168000,
  Heartbeats1795727010000,
  Incidents1795727400000,
  OnCall1795728600000,
  IndexOwnMetrics1795730000000,
  EscalationSteps1795733600000,
  AlertLinks1795737200000,
  IndexIncidents1795751400000,
  IndexRecovery1795813200000,
  AgentProblems1795824000000,
  OnceUntilRecovered1795830000000,
  Problems1795917600000,
  IncidentGroupings1795921200000,
  BuiltInDefinitions1795928400000,
  ContactMethods1795942800000,
  Accounts1795950000000,
  CalendarFeeds1795950060000,
  OnCallMessages1795950120000,
  Integrations1795957200000,
  IndexExternalAlerts1795957200001,
  IncidentMessages1795957200002,
  AlertEndReasons1795960800000,
  DriftFiles1795964400000,
  AlertExpressions1796083200000,
  IndexExpressions1796083200001,
  OperationSchedules1796169600000,
  IndexApprovals1796169600001,
  RecordingRules1796200000000,
  IndexSeriesLabels1796200000001,
  DriftTexts1796210000000,
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
