import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module';
import { EventModule } from '../events/event.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { OperationModule } from '../operations/operation.module';
import { AlertEndQueries } from './alert-end.queries';
import { AlertEngine } from './alert-engine';
import { AlertNotices } from './alert-notices';
import { EngineQueries } from './engine.queries';
import { FactSources } from './fact-sources.service';
import { EscalationQueries } from './escalation.queries';
import { Escalations } from './escalations';
import { IncidentQueries } from './incident.queries';
import { LatestValues } from './latest-values';
import { MetricFactQueries } from './metric-fact.queries';
import { MetricFacts } from './metric-facts.service';
import { NoticeDecisions } from './notice-decisions';
import { NoticeQueries } from './notice.queries';
import { RuleStateQueries } from './rule-state.queries';
import { WatchedSchedules } from './watched-schedules';
import { AlertStateModule } from '../alert-state/alert-state.module';
import { ExternalAlerts } from './external-alerts';
import { ExternalAlertQueries } from './external-alerts.queries';
import { RuleStates } from './rule-states';
import { DryRuns } from './dry-run/dry-runs';
import { FactHistoryReader } from './dry-run/fact-history-reader';
import { FactHistoryQueries } from './dry-run/fact-history.queries';
import { StoredNumberReader } from './dry-run/stored-numbers';
import { AuthorizationModule } from '../authorization/authorization.module';

/** Evaluates facts about resources against their alert definitions. */
@Module({
  imports: [
    AlertStateModule,
    AuthorizationModule,
    AvailabilityModule,
    EventModule,
    MetricStorageModule,
    OperationModule,
  ],
  providers: [
    FactSources,
    MetricFacts,
    AlertEngine,
    AlertNotices,
    NoticeDecisions,
    Escalations,
    EscalationQueries,
    WatchedSchedules,
    EngineQueries,
    NoticeQueries,
    AlertEndQueries,
    ExternalAlerts,
    ExternalAlertQueries,
    DryRuns,
    FactHistoryReader,
    FactHistoryQueries,
    StoredNumberReader,
    IncidentQueries,
    LatestValues,
    MetricFactQueries,
    RuleStateQueries,
    RuleStates,
  ],
  exports: [
    AlertNotices,
    DryRuns,
    Escalations,
    ExternalAlerts,
    FactSources,
    LatestValues,
    MetricFacts,
    NoticeDecisions,
    RuleStates,
    WatchedSchedules,
  ],
})
export class AlertEngineModule {}
