import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module';
import { EventModule } from '../events/event.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { OperationModule } from '../operations/operation.module';
import { AlertDefinitionQueries } from '../alert-definitions/alert-definition.queries';
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
import { PresentHoldQueries } from '../alert-state/present-hold.queries';
import { PresentHoldsService } from '../alert-state/present-holds.service';
import { WatchedSchedules } from './watched-schedules';

/** Evaluates what happens to resources against their alert definitions. */
@Module({
  imports: [AvailabilityModule, EventModule, MetricStorageModule, OperationModule],
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
    IncidentQueries,
    AlertDefinitionQueries,
    LatestValues,
    PresentHoldsService,
    PresentHoldQueries,
    MetricFactQueries,
    RuleStateQueries,
  ],
  exports: [
    AlertNotices,
    Escalations,
    FactSources,
    LatestValues,
    MetricFacts,
    NoticeDecisions,
    PresentHoldsService,
    WatchedSchedules,
  ],
})
export class AlertEngineModule {}
